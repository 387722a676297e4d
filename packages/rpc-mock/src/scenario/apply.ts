import { RpcError, isRecord } from '@rpcloom/rpc'
import { checkSchema } from '@rpcloom/schema'
import type { ServerGroup, ServerMethod } from '@rpcloom/rpc/server'
import { faultOf } from '../faults.ts'
import type { Script, Step } from '../script.ts'
import type { MockState } from '../state/mock-state.ts'
import type { Scenario, ScenarioStep } from './scenario.ts'
import { scenarioSchema } from './schema.ts'

/** Validates the structure and the names of a scenario. Throws a `TypeError` that lists every issue. */
export function checkScenario(scenario: unknown, groups: readonly ServerGroup[]): Scenario {
  const methods = groups.flatMap((group) => group.methods)
  const names = {
    methods: methods.map(({ name }) => name),
    topics: methods.flatMap(({ topics = [] }) => topics.map(({ name }) => name)),
  }
  const issues = checkSchema(scenarioSchema(names), scenario)
  if (issues.length === 0) return scenario as Scenario
  throw invalidScenario(issues.map(({ pointer, message }) => `${pointer || '/'} ${message}`))
}

/**
 * Validates the results and errors of a scenario. Throws a `TypeError` that lists the results and errors that
 * do not match the documents.
 */
export function checkResponses(
  scenario: Scenario,
  groups: readonly ServerGroup[],
  state: MockState,
): void {
  const issues: string[] = []
  for (const [name, steps] of Object.entries(scenario.methods ?? {})) {
    const hinted = groups.flatMap((group) => state.method(group, name) ?? [])[0]
    if (!hinted) continue
    const { method, document } = hinted
    for (const [index, { result, error }] of steps.entries()) {
      const pointer = `/methods/${name}/${index}`
      if (result !== undefined && method.result) {
        const options = { resolve: document.resolve, maxIssues: 1 }
        const [issue] = checkSchema(method.result.schema, result, options)
        if (issue) issues.push(`${pointer}/result${issue.pointer} ${issue.message}`)
      }
      const isListed = method.errors.some(({ reason, code }) => reason === error || code === error)
      if (typeof error === 'string' && !isListed)
        issues.push(`${pointer}/error is not an error of ${name} in the document`)
    }
  }
  if (issues.length > 0) throw invalidScenario(issues)
}

function invalidScenario(issues: readonly string[]): TypeError {
  return new TypeError(`Invalid scenario: ${issues.join('; ')}`)
}

export function configureResponses(
  scenario: Scenario,
  scripts: ReadonlyMap<ServerMethod, Script>,
): void {
  for (const [method, script] of scripts) {
    const { methods = {} } = scenario
    const steps = Object.hasOwn(methods, method.name) ? (methods[method.name] ?? []) : []
    for (const [index, scenarioStep] of steps.entries()) {
      const { times } = scenarioStep
      const step = stepOf(scenarioStep)
      if (index === steps.length - 1 && times === undefined) script.always(step)
      else for (let count = 0; count < (times ?? 1); count++) script.queue(step)
    }
  }
}

function stepOf({ result, error, fault, delayMs }: ScenarioStep): Step {
  const delay = delayMs === undefined ? {} : { delayMs }
  if (error !== undefined) return { ...errorStep(error), ...delay }
  if (fault !== undefined) return { kind: 'fault', fault: faultOf(fault), ...delay }
  if (result !== undefined) return { kind: 'encoded', value: result, ...delay }
  return { kind: 'default', ...delay }
}

function errorStep(error: NonNullable<ScenarioStep['error']>): Step {
  if (!isRecord(error)) return { kind: 'listed', name: error, data: undefined }
  const { code, message, data } = error
  return { kind: 'failure', error: new RpcError(code, message, { data }) }
}
