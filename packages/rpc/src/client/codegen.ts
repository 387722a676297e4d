// The functions that generated clients import. No compatibility guarantees: this entry changes together with
// the generator.
export { method } from './method.ts'
export { notification } from './notification.ts'
export { route } from './route.ts'
export { subscription } from './subscription.ts'
export { paged } from './paged.ts'
export { withReasons } from './reasons.ts'
export { withEvents } from './options.ts'
export { buildClient, buildGroup, type ClientTable } from './client.ts'
export { functionsOf } from './functions.ts'
export { withServerPaths } from './server-paths.ts'
export { link } from './link.ts'
export { listedAt } from './listed-at.ts'
