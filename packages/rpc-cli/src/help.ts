import type { ExamplePairing, OpenRpcParam } from '@rpcloom/rpc/internal'
import { schemaLabel } from '@rpcloom/schema/internal'
import { recordOf, stringify } from '@rpcloom/schema/json'
import type { Command } from './command-line.ts'
import { section } from './columns.ts'
import { listedCode } from './exit-codes.ts'
import { optionName } from './names.ts'
import { isOptionName } from './options.ts'
import { visible } from './output.ts'
import type { Program } from './program.ts'
import { argumentText } from './read-value.ts'
import { isSecret, needsTopic, paramSummary, type TargetMethod } from './target-method.ts'
import { optionOf, positionalParams } from './arguments.ts'

/** Returns the help of a method, from its document. */
export function methodHelp(program: Program, command: Command, target: TargetMethod): string {
  const { method, document, descriptor } = target
  const { description } = method.json
  const topics = method.subscription?.topics ?? []
  const path = [program.name, ...command.words].join(' ')
  const parts = [
    command.command.summary,
    typeof description === 'string' ? description : '',
    deprecationText(target),
    `Method: ${method.name} (${descriptor.effect ?? 'read'})`,
    `Usage: ${[path, usageOf(target)].join(' ').trimEnd()} [OPTIONS]`,
    section('Params', method.subscription ? [] : paramRows(target, method.params)),
    ...topics.map(({ name, params }) =>
      section(
        `Topic ${name}`,
        params.length === 0 ? [['', 'No params']] : paramRows(target, params),
      ),
    ),
    method.result
      ? `Result: ${schemaLabel({ schema: method.result.schema, resolve: document.resolve })}`
      : '',
    section(
      'Examples',
      method.pairings.map((one) => [exampleOf(path, target, one)]),
    ),
    section(
      'Errors',
      method.errors.map(({ code, reason, message }, index) => [
        `exit ${listedCode(index)}`,
        reason ?? `code ${code}`,
        message,
      ]),
    ),
    `Options of every command: ${program.name} --help`,
  ]
  const text = parts.filter((part) => part !== '').join('\n\n')
  return visible(text.replaceAll('\r\n', '\n'), '\n')
}

function usageOf(target: TargetMethod): string {
  const { method } = target
  if (method.subscription) return method.subscription.single ? '[PARAMS]' : 'TOPIC [PARAMS]'
  return positionalParams(target, method.params)
    .map(({ name, required }) => {
      const word = optionOf(name, method.params).slice(2)
      return required ? `<${word}>` : `[<${word}>]`
    })
    .join(' ')
}

function paramRows(
  { document }: TargetMethod,
  params: readonly OpenRpcParam[],
): readonly (readonly string[])[] {
  return params.map((param) => {
    const { name, required, schema } = param
    const { default: usual } = recordOf(schema)
    const facts = [
      schemaLabel({ schema, resolve: document.resolve }),
      ...(required ? ['required'] : []),
      ...(usual === undefined ? [] : [`default: ${stringify(usual)}`]),
      ...(isSecret(document, param) ? ['secret: prompt, @FILE or -'] : []),
      ...(isOptionName(optionName(name)) ? ['the option is written before the command'] : []),
    ]
    return [optionOf(name, params), facts.join('; '), paramSummary(param)]
  })
}

/** Returns an example as a command that a shell can run. Values of secrets are replaced. */
function exampleOf(
  path: string,
  target: TargetMethod,
  { params, positional }: ExamplePairing,
): string {
  const [topic, ...after] = needsTopic(target) ? positional : []
  const found = target.method.subscription?.topics.find(({ name }) => name === topic)
  const own = needsTopic(target) ? (found?.params ?? []) : target.method.params
  const values = own.flatMap((param, index) => {
    const named = Object.hasOwn(params, param.name) ? params[param.name] : undefined
    const value = needsTopic(target) ? after[index] : named
    if (value === undefined) return []
    const option = shellText(optionOf(param.name, own))
    if (isSecret(target.document, param)) return `${option} @FILE`
    const { resolve } = target.document
    return `${option} ${shellText(argumentText({ schema: param.schema, resolve }, value))}`
  })
  return [path, ...(found ? [shellText(found.name)] : []), ...values].join(' ')
}

function shellText(text: string): string {
  return /^[\w./:=+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function deprecationText({ method: { deprecation } }: TargetMethod): string {
  if (!deprecation) return ''
  const { since, replacedBy, reason } = deprecation
  const first = since === undefined ? 'Deprecated' : `Deprecated since ${since}`
  const use = replacedBy === undefined ? undefined : `use ${replacedBy}`
  return `${[first, use, reason].filter((part) => part !== undefined).join('. ')}.`
}
