import { existsSync, readFileSync } from 'node:fs'
import { basename, relative, resolve } from 'node:path'
import { hasErrors, toDiagnostics, type Finding, type Locator } from '../diagnostics/diagnostics.ts'
import { compareApis } from '../diff/compare.ts'
import { isEnough, largest, nextVersion } from '../release/bump.ts'
import { readApi } from '../engine/read-api.ts'
import { locator } from '../load/parse/position.ts'
import { commonOptions, defineCommand, type Command, type Call, type Values } from './command.ts'
import type { ExitCode } from './exit-code.ts'
import type { Output } from './output.ts'
import { findProject, outputOptions, projectFault, projectOptions } from './project.ts'
import type { FoundProject } from '../engine/project.ts'
import { changelogsWith, withVersion } from '../release/apply.ts'
import {
  outdatedChangesets,
  pendingBump,
  pendingChangesets,
  proposedChangesets,
  type PendingChangeset,
} from '../release/pending.ts'
import { proposePackages, requiredVersion, type Proposal } from '../release/proposal.ts'
import { lastRelease } from '../release/released.ts'
import { proposalText } from './proposal-text.ts'
import { recoverProject, writeTogether } from '../output/write-together.ts'
import { isShallow } from '../engine/revision.ts'
import { readVersion } from './sources/version.ts'

const options = {
  ...projectOptions,
  ...outputOptions,
  since: {
    type: 'string',
    value: 'REVISION',
    help: 'released state: a tag, or anything that `rpcloom diff` reads',
  },
  check: {
    type: 'boolean',
    help: 'write nothing; exit with 1 if `version` or the bumps of the pending changesets are too small for the changes',
  },
  apply: {
    type: 'boolean',
    help: 'write the version to the configuration and the entries to each CHANGELOG.md, and delete the changesets. You then run `rpcloom generate`, commit and tag',
  },
  pre: {
    type: 'string',
    value: 'TAG',
    help: 'with --apply: a prerelease such as 2.0.0-TAG.0, or the next prerelease after it',
  },
  'docs-url': {
    type: 'string',
    value: 'URL',
    help: 'URL of the published docs site, for links to methods',
  },
  'dry-run': { type: 'boolean', help: 'write nothing; print what would be written' },
  ...commonOptions,
} as const
type ReleaseValues = Values<typeof options>

export const releaseCommand: Command = defineCommand({
  about: [
    'computes the version that the changes since the last release require, and writes one changeset per generated package with its bump and changelog entry.',
    'The last release is the highest tag `v1.2.3` or `@scope/package@1.2.3` of this commit. A change that breaks users of a package is major, another change of its API minor, any other a patch. Below 1.0.0 a breaking change is a minor and any other a patch. All packages of a configuration share one version. Your own text in a changeset is kept.',
  ],
  options,
  examples: ['rpcloom release --dry-run', 'rpcloom release --since v0.1.0 --check'],
  exclusive: [['check', 'dry-run']],
  fault: (values) =>
    values.pre !== undefined && !/^[a-z][a-z0-9-]*$/i.test(values.pre)
      ? '--pre requires an identifier such as `beta`.'
      : projectFault(values),
  run,
})

async function run({ values, output }: Call<typeof options>): Promise<ExitCode> {
  const found = await findProject(
    values,
    { scope: '@release', targets: 'client', out: '.' },
    output,
  )
  if (found === undefined) return 2
  const { root, config } = found.project
  await recoverProject(root)
  const packages = Object.values(config.targets).map(({ packageName }) => packageName)
  const { pending, findings } = pendingChangesets(root, packages)
  if (findings.length > 0) {
    output.diagnostics(toDiagnostics(findings, new Map()))
    return 1
  }
  const proposal = await propose(found, values, output)
  if (proposal === undefined) return 2
  const run: Run = { found, proposal, pending, output, values }
  if (values.apply) return apply(run)
  const fault = tooSmall(run)
  const isDone = values.check === true || values['dry-run'] === true || isDecided(run)
  const written = isDone ? [] : await writeProposal(root, proposal)
  const outdated = outdatedChangesets(root, proposal.packages)
  if (output.json) {
    const error = fault && toDiagnostics([fault], locators(found))[0]
    output.line(
      JSON.stringify({ ...proposal, written, outdated, ...(error && { error }) }, undefined, 2),
    )
  } else {
    output.note(proposalText(proposal, { written, outdated }))
    if (fault !== undefined) output.diagnostics(toDiagnostics([fault], locators(found)))
  }
  return fault === undefined ? 0 : 1
}

async function writeProposal(root: string, { packages }: Proposal): Promise<readonly string[]> {
  const changesets = proposedChangesets(root, packages)
  const write = new Map<string, string>()
  for (const [path, text] of changesets) if (text !== undefined) write.set(path, text)
  const remove = [...changesets.keys()].filter((path) => !write.has(path))
  if (changesets.size > 0) await writeTogether(root, { write, remove })
  return [...changesets.keys()]
}

function locators({ configPath }: FoundProject): ReadonlyMap<string, Locator> {
  if (configPath?.endsWith('.json') !== true) return new Map()
  const file = basename(configPath)
  return new Map([[file, { locate: locator(file, readFileSync(configPath, 'utf8')) }]])
}

interface Run {
  readonly values: ReleaseValues
  readonly found: FoundProject
  readonly proposal: Proposal
  readonly pending: readonly PendingChangeset[]
  readonly output: Output
}

/** Compares the project with its last release and proposes the next release. */
async function propose(
  { project: { root, config }, configPath }: FoundProject,
  values: ReleaseValues,
  output: Output,
): Promise<Proposal | undefined> {
  const { since, pre } = values
  const packageNames = Object.values(config.targets).map(({ packageName }) => packageName)
  const last = lastRelease(packageNames, { root, since })
  if (last === undefined && isShallow(root)) {
    const message =
      'No release tag found in this shallow clone. Fetch the full history with `git fetch --unshallow --tags`.'
    const finding = { code: 'RL804', message, place: { file: '.git', pointer: '' } } as const
    output.diagnostics(toDiagnostics([finding], new Map()))
    return undefined
  }
  const input = await readApi({ ...config, root })
  if (input.loaded === undefined || hasErrors(input.diagnostics)) {
    output.diagnostics(input.diagnostics)
    return undefined
  }
  const { api } = input
  if (last === undefined) {
    const first = Object.entries(config.targets).map(([target, { packageName }]) => ({
      target,
      name: packageName,
      bump: 'none' as const,
      summary: 'The first release.',
    }))
    return { required: config.version, packages: first }
  }
  // A revision belongs to the project's repository, but a path is relative to the working directory.
  const path = since !== undefined && since !== '' && existsSync(since) ? resolve(since) : undefined
  const before = await readVersion(
    path ?? last.word,
    { ...values, cwd: root, ...(configPath && { configName: basename(configPath) }) },
    output,
  )
  if (before === undefined) return undefined
  const released = last.version ?? before.config?.version ?? config.version
  const changes = compareApis(before.version, { api, loaded: input.loaded })
  const packages = proposePackages({
    root,
    config,
    api,
    changes,
    oldLock: before.lock,
    docsUrl: values['docs-url'],
  })
  const prerelease = pre === undefined ? undefined : { tag: pre, latest: last.latest ?? released }
  return {
    since: last.word,
    released,
    required: requiredVersion(packages, released, prerelease),
    packages,
  }
}

/**
 * Reports a planned version that is too low. An unchanged version is only reported with `--check`; without it,
 * the command writes changesets.
 */
function tooSmall({ found, proposal, pending, values }: Run): Finding | undefined {
  const { config } = found.project
  const { released, required } = proposal
  if (released === undefined) return undefined
  const planned = plannedVersion(config.version, released, pending)
  const isPlanned = values.check === true || config.version !== released
  if (!isPlanned || isEnough(planned, required)) return undefined
  const file = found.configPath === undefined ? '(command line)' : basename(found.configPath)
  const message = `The planned version is ${planned}, but the changes since ${released} require ${required}.`
  return { code: 'RL801', message, place: { file, pointer: '/version' } }
}

/** Whether changesets are unnecessary: before the first release, or if the version was already raised. */
function isDecided({ found, proposal: { released, required } }: Run): boolean {
  const { version } = found.project.config
  if (released === undefined) return true
  return version !== released && !version.includes('-') && isEnough(version, required)
}

/**
 * Returns the version in the configuration if it was raised, otherwise the version that the pending changesets
 * require.
 */
function plannedVersion(
  version: string,
  released: string,
  pending: readonly PendingChangeset[],
): string {
  return version === released ? nextVersion(released, pendingBump(pending)) : version
}

/** Applies the release: writes the version and the changelogs, and deletes the changesets. */
async function apply({ found, proposal, pending, output, values }: Run): Promise<ExitCode> {
  const { pre } = values
  const { root, config } = found.project
  const { released, required } = proposal
  const bump = largest([pendingBump(pending), ...proposal.packages.map((one) => one.bump)])
  const asked = nextVersion(
    released ?? config.version,
    pendingBump(pending),
    pre === undefined ? undefined : { tag: pre, latest: config.version },
  )
  if (released !== undefined && !isEnough(asked, required)) {
    const message = `The changesets result in ${asked}, but the changes since ${released} require ${required}.`
    output.diagnostics(
      toDiagnostics(
        [{ code: 'RL801', message, place: { file: '.changeset', pointer: '' } }],
        new Map(),
      ),
    )
    return 1
  }
  if (bump === 'none' && released !== undefined) {
    output.note('Nothing to release.')
    return 0
  }
  const version = released === undefined && pending.length === 0 ? required : asked
  if (values['dry-run']) {
    output.note(`Would release ${version}.`)
    return 0
  }
  const { configPath } = found
  const change = { version, before: config.version }
  const text =
    configPath === undefined || version === config.version
      ? undefined
      : await withVersion(configPath, change)
  if (text === undefined && version !== config.version) {
    const message = `Could not write version ${version}: the configuration does not set the version in exactly one place.`
    const file = configPath === undefined ? '(command line)' : basename(configPath)
    const finding = { code: 'RL803', message, place: { file, pointer: '/version' } } as const
    output.diagnostics(toDiagnostics([finding], locators(found)))
    return 1
  }
  const entries = pending.length > 0 ? pending : firstEntries(proposal)
  const logs = changelogsWith(root, config, { version, pending: entries })
  const settings =
    text === undefined || configPath === undefined
      ? []
      : [[relative(root, configPath), text] as const]
  await writeTogether(root, {
    write: new Map([...logs, ...settings]),
    // A prerelease keeps the changesets for the final release, whose changelog contains them again.
    remove: pre === undefined ? pending.map(({ path }) => path) : [],
  })
  const changelogs = [...logs.keys()]
  const report = { version, changelogs }
  if (output.json) output.line(JSON.stringify(report, undefined, 2))
  else {
    output.note(
      `Version ${version}: ${changelogs.join(', ')}.\nRun \`rpcloom generate\`, commit, and tag v${version}.`,
    )
  }
  return 0
}

/** Returns changelog entries for a project without releases. */
function firstEntries({ released, packages }: Proposal): readonly PendingChangeset[] {
  if (released !== undefined) return []
  return packages.map(({ name, summary }) => ({ path: '', bumps: { [name]: 'none' }, summary }))
}
