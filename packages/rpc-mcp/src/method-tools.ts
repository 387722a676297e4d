import type { Options } from '@rpcloom/cli/internal'
import { paramIssues } from '@rpcloom/rpc/internal'
import { plainText } from '@rpcloom/schema/internal'
import { stringify } from '@rpcloom/schema/json'
import { callMethod } from './call.ts'
import { paramsSchema, toolResult, withoutSecrets } from './content.ts'
import { inputSchema } from './input-schema.ts'
import { descriptionOf, effectOf, type OfferedMethod, titleOf } from './offered.ts'
import type { McpProgram } from './program.ts'
import { type Arguments, type Tool, type ToolCaller, ToolError, type ToolResult } from './tool.ts'

/** What the tools of a program need. */
export interface Offer {
  readonly program: McpProgram
  readonly options: Options
  /** Whether calls that write need no consent. */
  readonly allowWrites: boolean
}

/** Returns a tool for each method. */
export function methodTools(methods: readonly OfferedMethod[], offer: Offer): readonly Tool[] {
  const taken = new Set(['read_result'])
  return methods.map((offered) => {
    const { target } = offered
    return {
      name: toolName(offered.name, taken),
      title: titleOf(offered),
      description: descriptionOf(offered),
      inputSchema: inputSchema(target),
      effect: effectOf(target),
      isChecked: true,
      call: (args, caller) => callOffered(offered, args, { offer, caller }),
    }
  })
}

/** Clients accept letters, digits, `_` and `-`, and at most 64 of them. */
function toolName(name: string, taken: Set<string>): string {
  const base = name.replaceAll(/[^\w-]/g, '_').slice(0, 60) || 'method'
  let unique = base
  for (let index = 2; taken.has(unique); index++) unique = `${base}_${index}`
  taken.add(unique)
  return unique
}

/** Checks the arguments, asks for consent to all of them if the method writes, and calls it. */
export async function callOffered(
  offered: OfferedMethod,
  args: Arguments,
  { offer, caller }: { readonly offer: Offer; readonly caller: ToolCaller },
): Promise<ToolResult> {
  const { target, name } = offered
  requireValid(offered, args)
  const effect = effectOf(target)
  if (effect !== 'read' && !offer.allowWrites) {
    const shown = withoutSecrets(paramsSchema(target), args, target.document)
    const text = plainText(stringify(shown), Infinity)
    await caller.confirm(`Allow the call of ${plainText(name)} (${effect}) with ${text}?`)
  }
  return toolResult(target, await callMethod({ ...offer, target, values: args, caller }))
}

function requireValid({ name, target }: OfferedMethod, args: Arguments): void {
  const { method, document } = target
  const unknown = Object.keys(args).filter((one) =>
    method.params.every((param) => param.name !== one),
  )
  const found = paramIssues(method.params, args, { resolve: document.resolve, maxIssues: 5 })
  const issues = [
    ...unknown.map((one) => ({ pointer: `/${one}`, message: 'is no param' })),
    ...found.map(({ pointer, message }) => ({ pointer, message })),
  ]
  if (issues.length === 0) return
  const lines = issues.map(({ pointer, message }) => `${pointer} ${message}`)
  throw new ToolError(`Invalid params of ${name}: ${lines.join('; ')}`, {
    reason: 'invalidParams',
    issues,
    help: 'Nothing was sent. Correct the arguments by the schema of the tool',
  })
}
