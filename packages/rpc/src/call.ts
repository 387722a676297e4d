// What a command line needs to read a document and to call a method over HTTP, so that it loads nothing else. No
// compatibility guarantees.
export { at } from './client/at.ts'
export { method } from './client/method.ts'
export { notification } from './client/notification.ts'
export { withReasons } from './client/reasons.ts'
export { retry } from './client/retry.ts'
export { wholeName } from './document/example-pairing.ts'
export { paramIssues } from './document/params-check.ts'
export { readDocument } from './document/read.ts'
export { secretPointers } from './document/secrets.ts'
export { usualValues } from './path-template.ts'
export { isSecretName } from './secret-name.ts'
export { losslessJson, parseLossless } from './shape/lossless.ts'
