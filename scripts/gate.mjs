// Checks of the repository: `npm run check` runs the quick checks, `npm test` runs all of them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureFolderInstalled, ensureInstalled, root, rpcloom, step, tsc } from './workspace.mjs'

const node = process.execPath
const tool = (path) => join(root, 'node_modules', path)
const vitest = tool('vitest/vitest.mjs')
const report = '.cache/vitest.json'

const unit = ['run', '--project', '!slow']

/** Checks, each with a name and the arguments for Node.js. */
const checks = [
  ['Generated packages are in sync', [rpcloom, 'generate', '--check']],
  ['Types of the tests', [tsc, '-p', 'test']],
  ['Lint', [tool('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']],
  ['Unused code and dependencies', [tool('knip/bin/knip.js')]],
  [
    'Spelling and words to avoid',
    [tool('cspell/bin.mjs'), 'lint', '--no-progress', '--no-summary'],
  ],
]

/** The format check uses one core and takes as long as all other checks together, so it runs in parallel. */
const format = ['Format', [tool('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.']]

/** Runs all checks. Exits the process at the first failure. */
export async function runChecks() {
  const others = async () => {
    for (const [name, args] of checks) await step(name, node, args)
  }
  const [name, args] = format
  await Promise.all([step(name, node, args), others()])
}

/** Installs the dependencies of the repository and, in parallel, those of individual test suites. */
export async function install() {
  await Promise.all([ensureInstalled(), installTools()])
}

async function installTools() {
  await ensureFolderInstalled(join(root, 'test/compilers'), 'Installing the other compiler')
  if (process.env.RPCLOOM_ALL_SUITES === '1') {
    const quietly = ['--ignore-scripts']
    await ensureFolderInstalled(join(root, 'test/bundlers'), 'Installing bundlers', quietly)
    const tools = join(root, 'test/ethereum-tools')
    await ensureFolderInstalled(tools, 'Installing Ethereum tools', quietly)
    await ensureFolderInstalled(join(root, 'test/peers'), 'Installing peers', quietly)
    await ensureFolderInstalled(join(root, 'test/export'), 'Installing parsers', quietly)
  }
}

/**
 * Runs the quick suites, or all suites with `slow`. Prints the total number of tests on a separate
 * line.
 */
export async function runSuites({ slow }) {
  const args = [vitest, ...(slow ? ['run'] : unit)]
  await step('Tests', node, [
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${report}`,
  ])
  const counts = JSON.parse(readFileSync(join(root, report), 'utf8'))
  const skipped = counts.numPendingTests + counts.numTodoTests
  console.log(
    `\n${counts.numPassedTests} passed, ${counts.numFailedTests} failed, ${skipped} skipped`,
  )
  if (process.env.RPCLOOM_ALL_SUITES === '1' && skipped > 0) {
    console.error('Some suites were skipped; all of them must run here.')
    process.exitCode = 1
  }
}
