import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Refuses to resolve `pg`, as if it was not installed. */
const hooks = `export async function resolve(name, context, next) {
  if (name !== 'pg') return next(name, context)
  throw Object.assign(new Error("Cannot find package 'pg'"), { code: 'ERR_MODULE_NOT_FOUND' })
}`
const dataUrl = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`
const log = new URL('../../../../packages/node/dist/store/log/postgres-log.js', import.meta.url)
  .href
const program = `
import { register } from 'node:module'
register(${JSON.stringify(dataUrl(hooks))})
const { postgresLog } = await import(${JSON.stringify(log)})
await postgresLog('postgres://user:secret@127.0.0.1/db').catch(({ code, message }) => console.log(code, message))`

test('without the package pg, the error says what to install', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  expect(printed).toContain('logRefused')
  expect(printed).toContain('npm install pg')
  expect(printed).not.toContain('secret')
})
