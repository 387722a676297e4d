export { CheckFailure, type Check } from './health/check.ts'
export { startNode, type NodeOptions, type RunningNode } from './node.ts'
export { defaults, type Settings } from './settings/settings.ts'
