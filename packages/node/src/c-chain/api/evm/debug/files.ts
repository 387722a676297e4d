import { readFile, realpath, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { makeFolder } from '../../../../store/make-folder.ts'
import { errors } from '../errors.ts'

/** Reads and writes files of profiles and traces, in one folder only. */
export class DebugFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async path(name: string): Promise<string> {
    const path = resolve(this.#folder, name)
    if (!isInside(this.#folder, path)) throw outside(name)
    await makeFolder(dirname(path))
    // A symbolic link in the folder must not point outside.
    if (!isInside(await realpath(this.#folder), await realpath(dirname(path)), true)) {
      throw outside(name)
    }
    return path
  }

  async write(name: string, content: string | Readable): Promise<string> {
    const path = await this.path(name)
    try {
      await writeFile(path, content)
    } catch (error) {
      throw unreadable('create', error)
    }
    return path
  }

  async read(name: string): Promise<Uint8Array> {
    const path = await this.path(name)
    try {
      return await readFile(await realpathInside(this.#folder, path, name))
    } catch (error) {
      throw unreadable('read', error)
    }
  }
}

async function realpathInside(folder: string, path: string, name: string): Promise<string> {
  const real = await realpath(path)
  if (!isInside(await realpath(folder), real)) throw outside(name)
  return real
}

function isInside(folder: string, path: string, orSame = false): boolean {
  const rest = relative(folder, path)
  if (rest === '') return orSame
  return !isAbsolute(rest) && rest !== '..' && !rest.startsWith(join('..', '/'))
}

function outside(name: string): Error {
  const text = `could not open file: ${name} is outside of the profile folder of this node`
  return errors.unreadableFile(undefined, text)
}

function unreadable(verb: 'read' | 'create', error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return error
  return errors.unreadableFile(undefined, `could not ${verb} file: ${error.code}`)
}
