import type { JsonObject } from 'rpcloom/model'
import { documentOf } from '../model/documents.ts'

/** Text that would run, load, deceive or break out of where it stands. */
export const evil: string = [
  '<script>window.pwned = 1</script><img src=x onerror="window.pwned = 1">',
  "\"><svg onload=window.pwned=1> ' onmouseover='window.pwned=1",
  '[click](javascript:window.pwned=1) [data](data:text/html,x) [up](&#106;avascript:x) <javascript:x>',
  '![pixel](https://evil.example/pixel.png)',
  '[ref]\n\n[ref]: javascript:window.pwned=1',
  '{{constructor}} {{{body}}} {{> layout}} {{#each this}}',
  '\u202Egnp.exe\u2066 \u0007 </pre></code></title></textarea><!-- ]]>',
  '```\nunclosed `` fence',
].join('\n\n')

/** Markdown in which code ends where it does not seem to, so that what follows is read as HTML or as a link. */
export const escapes: readonly string[] = [
  'a ` tick\n\n<script>x()</script> and another `',
  '``` not`a`fence\n<script>x()</script>\n```',
  '- item\n   ```\n<script>x()</script>\n   ```',
  '> ```\n<img src=x onerror=x()>',
  '\\<script>x()</script>',
  '\\\\`<b>\\`',
  '[a]:\n  javascript:x()\n\n[a]',
  '[a][b]\n\n[b]: <javascript:x()> "t"',
  '[x](\njavascript:x())',
  '[x](java&#115;cript:x())',
  '~~~ `\n<script>x()</script>\n~~~\n<script>y()</script>',
  '    code\n<script>x()</script>',
  '| a |\n| - |\n| ` | <script>x()</script> ` |',
  '*<script>x()</script>*',
  '1. a\n\n   ```\n   b\n<script>x()</script>',
  '&lt;script&gt;x()&lt;/script&gt;',
  '&amp;lt;b&amp;gt;',
  '![a](javascript:x()) ![b](https://evil.example/p.png)',
  '\u202Eevil\u2066 \u0007\u200f`\u202E`',
  '``` \u202E\nx\n```',
  '<div\n\nonclick=x()>',
  '<a href="javascript:x()">a</a>',
  '<!-- a -->\n<script>x()</script>',
  '<![CDATA[<script>x()</script>]]>',
  '<?php x() ?>',
  '<!DOCTYPE html>\n<svg/onload=x()>',
  '</details></section><script>x()</script>',
  '- a\n\n      <script>x()</script>\n- b\n<script>y()</script>',
  '> a\n<script>x()</script>\n> b',
  '# a\n===\n<script>x()</script>\n---',
  '`` a ` b\n<script>x()</script> ``',
  '`a\\`<script>x()</script>`',
  '\t```\n<script>x()</script>\n\t```',
  '````\n```\n<script>x()</script>\n````\n<script>y()</script>',
  '[a](<javascript:x()>)',
  '[a]( javascript:x() "t")',
  '[a](\\javascript:x())',
  '[a](%6aavascript:x())',
  '[a](vbscript:x) [b](file:///etc/passwd) [c](blob:x) [d](JAVASCRIPT:x())',
  '[a](j\na:x) [b](&#x6A;avascript&colon;x())',
  '[![a](javascript:x())](javascript:y())',
  '[a]: <data:text/html,x>\n\n[a] [a][] [b][a]',
  '[^1]\n\n[^1]: <script>x()</script>',
  '<javascript:x()> <a@b.c> <https://x" onmouseover="x()>',
  '&lt;img src=x onerror=x()&gt; &#60;b&#62;',
  '| <b> | `|<script>x()</script>|` |\n| --- | --- |\n| <i> | b |',
  '---\ntitle: x\n---\n<script>x()</script>',
  '+++\nx\n+++\n<script>x()</script>',
  '{{<script>x()</script>}} {% raw %}<script>x()</script>{% endraw %}',
  '$$<script>x()</script>$$ :::<script>x()</script>:::',
]

const names = [
  '__proto__',
  'constructor',
  'con',
  'index',
  'errors',
  '../../etc/passwd',
  '',
  ' ',
  evil,
]

/** Every place of a document that takes text, filled with hostile text. */
export function hostileDocument(): JsonObject {
  const doc = { summary: evil, description: evil }
  const scalar = { type: 'string', pattern: evil, format: evil, default: evil, 'x-unit': evil }
  const properties = JSON.parse(
    `{${names.map((name) => `${JSON.stringify(name)}: {"$ref": "#/components/schemas/Evil"}`).join(',')}}`,
  ) as JsonObject
  const methods = names.map((name, index) => ({
    name: `${name}${index > 6 ? index : ''}`,
    ...doc,
    deprecated: true,
    tags: [{ name: evil, description: evil }],
    'x-deprecated': { since: evil, replacedBy: evil, reason: evil },
    'x-limits': [{ subject: evil, text: evil }],
    'x-since': evil,
    'x-stability': evil,
    'x-rest': [
      { name: 'r', paths: [evil], query: [], status: { member: 'a', ok: 200, fail: 503 } },
    ],
    params: [{ name: evil, ...doc, schema: { ...scalar, description: evil } }],
    result: { name: evil, ...doc, schema: { type: 'object', description: evil, properties } },
    errors: [
      {
        code: -1,
        message: evil,
        'x-reason': { name: evil, pattern: evil, when: evil, help: evil },
      },
    ],
    examples: [
      {
        name: evil,
        description: evil,
        params: [{ name: evil, value: evil }],
        result: { name: 'r', value: { [evil]: evil } },
      },
    ],
    links: [{ name: evil, method: evil, description: evil }],
  }))
  const schemas = {
    Evil: {
      title: evil,
      description: evil,
      oneOf: [{ const: evil, description: evil }, { const: 1 }],
    },
    Con: { type: 'object', description: evil, properties },
    con: { type: 'object', properties: { [evil]: { $ref: '#/components/schemas/Con' } } },
    Scalar: { ...scalar, description: evil, examples: [evil] },
  }
  return documentOf(methods, schemas, {
    info: { title: evil, version: evil, description: evil },
    servers: [{ name: evil, url: `https://example.org/'; echo pwned #${evil}`, description: evil }],
    'x-group': {
      key: 'evil',
      namespaces: [''],
      path: `/ext/${evil}`,
      transports: ['http'],
      featured: [evil, ...methods.slice(0, 3).map(({ name }) => name)],
    },
    'x-glossary': [
      { term: evil, description: evil, aliases: [evil] },
      ...names.map((name) => ({ term: name, description: `a \`${name}\` ${evil}` })),
    ],
  })
}
