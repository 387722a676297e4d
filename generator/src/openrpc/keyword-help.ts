import type { Json } from '../json/types.ts'
import type { Form } from './schema-keywords.ts'

/** Returns a hint on how to write a keyword whose value has an invalid form. */
export function keywordHelp(keyword: string, form: Form, value: Json): string {
  if (form === 'type') return typeHelp(value)
  return `Write it as in \`"${keyword}": ${samples[form]}\`, or remove it.`
}

const samples: Readonly<Record<Exclude<Form, 'type'>, string>> = {
  names: '["id", "name"]',
  list: '[...]',
  map: '{ "name": { "type": "string" } }',
  text: '"..."',
  flag: 'true',
  number: '1',
  count: '1',
  exclusive: '0',
}

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

function typeHelp(value: Json): string {
  const word = typeof value === 'string' ? value.toLowerCase() : ''
  const near = types.find((type) => isNear(word, type))
  if (near !== undefined) return `Did you mean \`"type": "${near}"\`?`
  return `Use one of ${types.join(', ')}. Refer to your own type with \`"$ref": "#/components/schemas/Name"\`; use \`format\` for a kind of string.`
}

/** Whether two words differ by one missing, extra, replaced or transposed letter. */
function isNear(word: string, type: string): boolean {
  const [short, long] = word.length < type.length ? [word, type] : [type, word]
  if (long.length - short.length > 1 || short.length < 3) return false
  const start = [...short].findIndex((letter, at) => letter !== long[at])
  if (start === -1) return true
  const behind = (text: string, skip: number): string => text.slice(start + skip)
  const isSwap = short[start] === long[start + 1] && short[start + 1] === long[start]
  return (
    behind(short, long.length - short.length === 1 ? 0 : 1) === behind(long, 1) ||
    (isSwap && short.length === long.length && behind(short, 2) === behind(long, 2))
  )
}
