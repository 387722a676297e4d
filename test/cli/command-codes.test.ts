import { expect, test } from 'vitest'
import { catalogue, type DiagnosticCode } from 'rpcloom/diagnostics'
import { rpcloom } from '../rpcloom.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** A reserved port on which no server listens. */
const nowhere = 'http://127.0.0.1:1'
const document = JSON.stringify({
  openrpc: '1.3.2',
  info: { title: 'Pets', version: '1' },
  methods: [],
})

// RL032 and RL034 need a server, so the tests of `conform` cover them.
test.each<readonly [code: DiagnosticCode, ...args: string[]]>([
  ['RL030', 'nonsense'],
  ['RL030', 'lint', '--nonsense'],
  ['RL030', 'lint'],
  ['RL030', 'names'],
  ['RL030', 'generate', '-i', 'pets.json'],
  ['RL030', 'bundle', '-i', 'pets.json', '-i', 'cats.json'],
  ['RL030', 'diff', 'pets.json', 'cats.json', '--allow', 'nonsense'],
  ['RL030', 'scaffold', 'nonsense', 'dir', '-i', 'pets.json'],
  ['RL030', 'explain', 'RL999'],
  ['RL030', 'conform', 'pets'],
  ['RL030', 'init', 'a', 'b'],
  ['RL030', 'release', '--pre', '1'],
  ['RL031', 'conform', nowhere],
  ['RL033', 'conform', nowhere, '--junit', 'none/report.xml'],
])('%s is reported for: %s %s', async (code, ...args) => {
  const cwd = temporaryFolder({ 'pets.json': document, 'cats.json': document })
  const { code: exitCode, stderr } = await rpcloom(cwd, ...args)
  expect(stderr).toMatch(new RegExp(`^rpcloom: ${code} `))
  expect(exitCode).toBe(2)
  expect(catalogue).toHaveProperty(code)
})
