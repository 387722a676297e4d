// Generates documents one after the other for `corpus.mjs`. It is a separate process, because a document may
// make the generator hang or crash.
import { fileURLToPath } from 'node:url'
import { dirname } from 'node:path'
import { targets } from '@rpcloom/templates'
import { load } from 'rpcloom/load'
import { buildApi } from 'rpcloom/model'
import { generate } from 'rpcloom/run'

const entry = fileURLToPath(import.meta.resolve('@rpcloom/templates'))
const targetsCode = { entry, folder: dirname(dirname(entry)) }

/** Maximum number of diagnostics printed per document. */
const shown = 20

process.on('message', async (task) => {
  const before = process.cpuUsage()
  let result
  try {
    result = await attempt(task, false)
    // Unresolved references become `unknown`, so a document that fails only because of missing files can be
    // generated without them.
    if (result.status === 'failed' && result.errors.every(({ code }) => isUnresolved(code)))
      result = { ...(await attempt(task, true)), unresolved: result.errors }
  } catch (error) {
    result = {
      status: 'crash',
      errors: [],
      crash: error instanceof Error ? error.stack : String(error),
    }
  }
  const { user, system } = process.cpuUsage(before)
  process.send({ ...result, seconds: (user + system) / 1e6 })
})

function isUnresolved(code) {
  return ['RL005', 'RL110', 'RL113'].includes(code)
}

async function attempt({ root, file, out, scope, format }, allowUnresolved) {
  const config = {
    inputs: [file],
    out,
    scope,
    version: '1.0.0',
    targets: Object.fromEntries(
      targets.map(({ name }) => [name, { packageName: `${scope}/${name}`, options: {} }]),
    ),
    format,
    allowUnresolved,
    overlays: [],
    allowRemote: false,
    allowOutside: false,
  }
  const project = { root, config, targets, targetsCode }
  const { status, diagnostics } = await generate(project, { mode: 'write', force: true })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const counts = status === 'written' ? await count(root, file, allowUnresolved) : {}
  return {
    status,
    errors: errors.slice(0, shown).map(({ code, file: path, line, column, message }) => ({
      code,
      file: path,
      line,
      column,
      message,
    })),
    warnings: diagnostics.length - errors.length,
    ...counts,
  }
}

/** Counts the methods, types and other elements of a document's model. */
async function count(root, file, allowUnresolved) {
  const { loaded } = await load({ root, inputs: [file], allowUnresolved })
  if (loaded === undefined) return {}
  const { api } = buildApi(loaded, { scope: '@x' })
  return {
    methods: api.groups.reduce((sum, { methods }) => sum + methods.length, 0),
    types: api.types.size,
    unknowns: api.untyped.length,
  }
}
