import { RpcError, isRecord } from '@rpcloom/rpc'
import { checkSchema } from '@rpcloom/rpc/schema'
import type { ServerGroup, ServerMethod } from '@rpcloom/rpc/server'
import type { Script, Step } from '../script.ts'
import type { World } from '../state/world.ts'
import type { Scenario, ScenarioStep } from './scenario.ts'
import { scenarioSchema } from './schema.ts'

type Scripts = ReadonlyMap<ServerMethod, Script>

/** Validates the structure and the names of a scenario. Throws a `TypeError` that lists every invalid place. */
export function checkScenario(scenario: unknown, groups: readonly ServerGroup[]): Scenario {
  const all = groups.flatMap(({ methods }) => methods)
  const names = {
    methods: all.map(({ name }) => name),
    topics: all.flatMap(({ topics = [] }) => topics.map(({ name }) => name)),
  }
  const issues = checkSchema(scenarioSchema(names), scenario)
  if (issues.length === 0) return scenario as Scenario
  const places = issues.map(
    ({ pointer, message }) => `${pointer === '' ? '/' : pointer} ${message}`,
  )
  throw new TypeError(`Invalid scenario: ${places.join('; ')}`)
}

/**
 * Validates the results and errors of a scenario. Throws a `TypeError` for those that do not match the
 * documents.
 */
export function checkResponses(
  scenario: Scenario,
  groups: readonly ServerGroup[],
  world: World,
): void {
  const wrong: string[] = []
  for (const [name, steps] of Object.entries(scenario.methods ?? {})) {
    const hinted = groups.flatMap((group) => world.method(group, name) ?? [])[0]
    if (!hinted) continue
    const { method, document } = hinted
    for (const [index, { result, error }] of steps.entries()) {
      const place = `/methods/${name}/${index}`
      const [issue] =
        result === undefined || !method.result
          ? []
          : checkSchema(method.result.schema, result, {
              resolve: document.resolve,
              maxIssues: 1,
            })
      if (issue) wrong.push(`${place}/result${issue.pointer} ${issue.message}`)
      const isListed = method.errors.some(({ reason, code }) => reason === error || code === error)
      if (typeof error === 'string' && !isListed) {
        wrong.push(`${place}/error is not an error of ${name} in the document`)
      }
    }
  }
  if (wrong.length > 0) throw new TypeError(`Invalid scenario: ${wrong.join('; ')}`)
}

/** Configures the responses of a scenario. */
export function play(scenario: Scenario, scripts: Scripts): void {
  for (const [name, steps] of Object.entries(scenario.methods ?? {})) {
    for (const [method, script] of scripts) {
      if (method.name === name) addSteps(script, steps)
    }
  }
}

function addSteps(script: Script, steps: readonly ScenarioStep[]): void {
  for (const [index, step] of steps.entries()) {
    const made = stepOf(step)
    const lasts = index === steps.length - 1 && step.times === undefined
    for (let count = 0; count < (step.times ?? 1); count++) script.add(made, lasts)
  }
}

function stepOf({ result, error, fault, delayMs }: ScenarioStep): Step {
  const wait = delayMs === undefined ? {} : { delayMs }
  if (error !== undefined) return { ...errorStep(error), ...wait }
  if (fault === 'drop') return { kind: 'fault', fault: { kind: 'drop' }, ...wait }
  if (fault === 'html') return { kind: 'fault', fault: { kind: 'html', status: 200 }, ...wait }
  if (typeof fault === 'string') return { kind: 'fault', fault: { kind: fault }, ...wait }
  if (fault) return { kind: 'fault', fault, ...wait }
  if (result !== undefined) return { kind: 'encoded', value: result, ...wait }
  return { kind: 'itself', ...wait }
}

function errorStep(error: NonNullable<ScenarioStep['error']>): Step {
  if (!isRecord(error)) return { kind: 'listed', name: error, data: undefined }
  const { code, message, data } = error
  return { kind: 'failure', error: new RpcError(code, message, { data }) }
}
