import { helpOf } from '@rpcloom/cli/internal'
import type { JsonObject } from '@rpcloom/rpc'
import { plainText, visibleJson } from '@rpcloom/schema/internal'
import { recordOf, stringify, stringOf } from '@rpcloom/schema/json'
import { paramsSchema, withoutSecrets } from './content.ts'
import { inputSchema, resultSchema } from './input-schema.ts'
import { descriptionOf, effectOf, type OfferedMethod, titleOf } from './offered.ts'
import type { McpGroup } from './program.ts'

/** Returns the page of a document in Markdown: its description and methods. */
export function groupPage(
  { slug, title }: McpGroup,
  document: JsonObject,
  methods: readonly OfferedMethod[],
): string {
  const description = stringOf(recordOf(document['info'])['description']) ?? ''
  const lines = methods.map((one) => {
    const { name } = one.target.method
    const page = `rpcloom://docs/${slug}/${encodeURIComponent(name)}`
    return `- [${plainText(name, 200)}](${page}) (${effectOf(one.target)}): ${titleOf(one)}`
  })
  return [`# ${title}`, plainText(description, 20_000), lines.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Returns the page of a method in Markdown. */
export function methodPage(offered: OfferedMethod): string {
  const { target } = offered
  const { method } = target
  const errors = method.errors.map((error) => {
    const help = helpOf(error).join('. ')
    const name = error.reason ?? `code ${error.code}`
    return `- ${plainText(`${name}: ${error.message}${help === '' ? '' : `. ${help}`}`)}`
  })
  const examples = method.pairings.map(({ params, result }) => {
    const value =
      result && withoutSecrets(method.result?.schema ?? true, result.value, target.document)
    return code({
      params: withoutSecrets(paramsSchema(target), params, target.document),
      ...(result && { result: value }),
    })
  })
  const result = resultSchema(target)
  return [
    `# ${plainText(offered.name)}`,
    descriptionOf(offered),
    '## Params',
    code(inputSchema(target)),
    ...(result ? ['## Result', code(result)] : []),
    ...(errors.length > 0 ? ['## Errors', errors.join('\n')] : []),
    ...(examples.length > 0 ? ['## Examples', ...examples] : []),
  ].join('\n\n')
}

function code(value: unknown): string {
  return `\`\`\`json\n${visibleJson(stringify(value, undefined, 2))}\n\`\`\``
}
