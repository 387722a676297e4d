import { expect, test } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.ts'
import { parseCommand } from '../../../packages/node/src/settings/flags.ts'
import { printedConfig } from '../../../packages/node/src/settings/reference.ts'
import { logStoreOf } from '../../../packages/node/src/settings/setting-file.ts'
import { defaults } from '../../../packages/node/src/settings/settings.ts'

const url = 'postgres://native:secret@db.example/native'

test.each([
  ['--dev', '--log-store cannot be combined with --dev'],
  ['--memory', '--log-store cannot be combined with --memory'],
  ['--import-blocks=b.rlp', '--log-store cannot be combined with --import-blocks'],
  ['--evm-genesis=g.json', '--log-store cannot be combined with --evm-genesis'],
  ['--log-store-file=f', '--log-store cannot be combined with --log-store-file'],
])('a log cannot be combined with %s', (flag, message) => {
  const command = parseCommand(['--log-store', url, flag])
  expect(command).toMatchObject({
    kind: 'wrong',
    problems: [{ code: 'conflict', message: expect.stringContaining(message) as unknown }],
  })
  expect(JSON.stringify(command)).not.toContain('secret')
})

test.each(['--log-role=replica', '--log-url=http://a', '--log-lease=1s', '--log-keep=1h'])(
  '%s requires a log',
  (flag) => {
    const command = parseCommand([flag])
    if (command.kind !== 'wrong') throw new Error('accepted')
    expect(command.problems).toMatchObject([{ code: 'conflict' }])
    expect(command.problems[0]?.message).toContain('requires --log-store or --log-store-file')
  },
)

test.each([
  ['--log-store', 'mysql://native:secret@db/native'],
  ['--log-store', 'secret'],
  ['--log-url', 'http://user:secret@host'],
  ['--log-url', 'http://host/path'],
  ['--log-url', 'ftp://host'],
  ['--log-role', 'leader'],
])('%s %s is refused', (flag, value) => {
  const log = flag === '--log-store' ? [] : ['--log-store', url]
  expect(parseCommand([...log, flag, value])).toMatchObject({
    kind: 'wrong',
    problems: [{ code: 'invalidValue' }],
  })
})

test('the configuration is printed without the password of the database', () => {
  const command = parseCommand([], { NATIVE_NODE_LOG_STORE: url })
  if (command.kind !== 'run') throw new Error('refused')
  const printed = printedConfig(command.settings, command.origins)
  expect(printed).not.toContain('secret')
  expect(JSON.parse(printed)).toMatchObject({
    'log-store': { value: 'hidden', origin: 'NATIVE_NODE_LOG_STORE' },
    'log-role': { value: 'standby' },
  })
})

test('the URL of the database may be in a file', () => {
  const folder = temporaryFolder({ good: `${url}\n`, bad: 'secret\n' })
  const of = (name: string) => logStoreOf({ ...defaults, logStoreFile: `${folder}/${name}` })
  expect(of('good')).toBe(url)
  expect(() => of('bad')).toThrow(/--log-store-file must have one URL/)
  expect(() => of('bad')).not.toThrow(/secret/)
  expect(() => of('none')).toThrow(/--log-store-file cannot be read/)
  expect(logStoreOf({ ...defaults, logStore: url })).toBe(url)
  expect(logStoreOf(defaults)).toBeUndefined()
})
