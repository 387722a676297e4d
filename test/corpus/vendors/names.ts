import type { Json } from 'rpcloom/model'
import { documentOf, examples, type Files, method, record, ref, schemas } from './parts.ts'

const words = [
  'default',
  'Promise',
  'arguments',
  'eval',
  'Symbol',
  'globalThis',
  'JSON',
  'Json',
  'Method',
  'Client',
  'constructor',
  'then',
  'length',
  'name',
  'prototype',
  'Object',
  'undefined',
  'NaN',
  'async',
]

function each(
  names: readonly string[],
  make: (name: string) => Json,
): Readonly<Record<string, Json>> {
  return Object.fromEntries(names.map((name) => [name, make(name)]))
}

const twins = [
  'userName',
  'UserName',
  'USERNAME',
  'user_name',
  'user-name',
  'user name',
  'user.name',
  'Username',
]

/**
 * Names that are not identifiers, are reserved, or differ only in ways that file systems and
 * languages ignore.
 */
export const names: Files = {
  'reserved-everywhere.json': documentOf(
    [
      ...words.map((word) =>
        method(`${word}.${word}`, { [`${word}!`]: ref(word) }, ref(word), {
          errors: [{ code: 1, message: word }],
          tags: [{ name: word }],
        }),
      ),
      // ajv does not support this as the name of a schema or a member, so it is only the name of a
      // method here.
      method('__proto__.__proto__', { '__proto__!': ref('then') }, ref('then')),
    ],
    schemas(
      each(words, (word) => ({
        title: word,
        ...record({ [word]: { type: 'integer' }, [`${word}!`]: { type: 'integer' } }),
      })),
    ),
  ),
  'twins.json': documentOf(
    [
      ...twins.map((name) => method(name, { 'v!': ref(name) }, ref(name))),
      method(
        'all',
        Object.fromEntries(twins.map((name) => [name, { type: 'string' }])),
        record(Object.fromEntries(twins.map((name) => [name, { type: 'string' }]))),
        {
          paramStructure: 'by-name',
          ...examples([
            { userName: 'a', 'user-name': 'b' },
            { userName: 'a', USERNAME: 'b' },
          ]),
        },
      ),
    ],
    schemas(each(twins, (name) => record({ [name]: ref(name) }))),
  ),
  'scripts.json': documentOf(
    [
      'получить',
      '获取余额',
      'obtener_año',
      'ﬁnd',
      'a\u0301',
      'á',
      'µ',
      'İstanbul',
      'ß',
      '🚀',
      '🚀🚀',
      '👩‍👩‍👧',
      'ªb',
      '٣',
      'ᾳ',
      'zero\u200bwidth',
      '\u202eevil',
    ].map((name) =>
      method(name, { [`${name}!`]: { type: 'string' } }, ref('Üñïçødé'), {
        ...examples([{ [name]: name }, { ключ: name, '🔑': true }]),
        errors: [{ code: 7, message: name }],
      }),
    ),
    schemas({
      Üñïçødé: record(
        { ключ: { type: 'string' }, '🔑': { type: 'boolean' } },
        { title: '🔥 ключ' },
      ),
      'a b': {},
      'a\tb': { enum: ['\t', '\n', '\u2028', '\\', '`', '${x}', "'", '"'] },
    }),
  ),
  'blank-titles.json': documentOf(
    [
      {
        ...method(
          'a',
          {
            x: { title: '', ...record({ p: { title: ' ', enum: ['a', 'b'] } }) },
            y: { title: '???', ...record({ q: true }) },
          },
          { title: '   ', ...record({ r: { title: '', ...record({ s: true }) } }) },
        ),
        summary: '',
        description: '',
        tags: [{ name: '' }],
        errors: [{ code: 3, message: '' }],
      },
      method(
        'b',
        {
          x: { title: 'Same', ...record({ one: true }) },
          y: { title: 'same', ...record({ two: true }) },
          z: { title: 'SAME', ...record({ three: true }) },
        },
        {
          title: 'A title that goes on and on, as a whole sentence would, and never ends',
          ...record({ r: true }),
        },
      ),
    ],
    { info: { title: '', version: '' } },
  ),
  'punctuation.json': documentOf(
    [
      '+',
      '-',
      '++',
      '/',
      '//',
      'a/',
      '/a',
      'a//b',
      '.a',
      'a.',
      'a..b',
      '..',
      ' ',
      'a ',
      ' a',
      'a b',
      '1',
      '1c',
      '-1',
      '0x',
      '$',
      '_',
      '__',
      '$/a',
      'a:b:c',
      'a#b',
      'a?b',
      'a%2Fb',
      'a\\b',
      '*/',
      '`${1}`',
      '{{x}}',
      '<b>',
      "a'b",
      'a"b',
      'rpc.discover',
      'rpc.other',
    ].map((name) => method(name, {}, { type: 'string' }, examples([{}, name]))),
  ),
  'params-of-all-kinds.json': documentOf(
    (['by-name', 'by-position', 'either'] as const).map((paramStructure) => ({
      ...method(
        paramStructure,
        {
          'ctx!': { type: 'string' },
          options: { type: 'integer' },
          'signal!': { type: 'boolean' },
          '0': { type: 'null' },
          '': {},
          this: { type: 'string' },
        },
        { type: 'array', items: true },
        {
          ...examples(
            [{ ctx: 'c', options: 1, signal: true, 0: null }, [1]],
            [{ ctx: 'd', signal: false }, []],
          ),
        },
      ),
      paramStructure,
    })),
  ),
}
