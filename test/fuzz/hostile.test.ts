import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { targets } from '@rpcloom/templates'
import { expect, test } from 'vitest'
import { isLong, root } from '../corpus/folder.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { generating, type HostileDocument, refused } from './hostile.ts'

/** Memory limit of a run in megabytes, far above what a run needs and harmless for the machine. */
const megabytes = 1500
const seconds = 120

/** The docs contain every string several times and take correspondingly longer. */
const names = targets.map(({ name }) => name).filter((name) => isLong || name !== 'docs')

interface Run {
  readonly code: number | null
  readonly signal: string | null
  readonly text: string
  readonly folder: string
}

/** Runs the command line on one document, in a process that is killed at the limits. */
function run({ file, text }: HostileDocument): Promise<Run> {
  const folder = temporaryFolder({ [file]: text })
  const args = [
    `--max-old-space-size=${megabytes}`,
    join(root, 'generator/bin/rpcloom.mjs'),
    'generate',
    `--input=${file}`,
    '--out=out',
    '--scope=@x',
    `--targets=${names.join(',')}`,
  ]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, timeout: seconds * 1000 })
    let output = ''
    const collect = (part: Buffer): void => {
      if (output.length < 10_000) output += part.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve({ code, signal, text: output, folder }))
  })
}

test.each(Object.entries(generating))(
  '%s: generates within limits',
  { timeout: seconds * 1000 + 10_000 },
  async (_name, document) => {
    const { code, signal, text, folder } = await run({
      file: 'case.json',
      text: JSON.stringify(document),
    })
    expect({ code, signal }, text).toEqual({ code: 0, signal: null })
    expect(existsSync(join(folder, 'out/rpcloom.lock.json'))).toBe(true)
  },
)

test.each(refused)(
  '%s: is rejected within limits',
  { timeout: seconds * 1000 + 10_000 },
  async (_name, document, expected) => {
    const { code, signal, text, folder } = await run(document)
    expect({ code, signal }, text).toEqual({ code: 2, signal: null })
    expect(text).toContain(expected)
    expect(text).not.toMatch(/^\s+at /m)
    expect(existsSync(join(folder, 'out'))).toBe(false)
  },
)
