import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { load, type LoadOptions, type LoadResult } from 'rpcloom/load'
import { temporaryFolder } from '../temporary-folder.ts'

/** Returns a document with these references as its results. */
function referring(...refs: readonly string[]): string {
  return JSON.stringify({
    openrpc: '1.3.2',
    info: { title: 'T', version: '1' },
    methods: refs.map((ref, at) => ({
      name: `get${at}`,
      params: [],
      result: { name: 'r', schema: { $ref: ref } },
    })),
  })
}

const text = '{ "type": "string" }'

function loadIn(
  home: string,
  inputs: readonly string[],
  more: Partial<LoadOptions> = {},
): Promise<LoadResult> {
  return load({ root: join(home, 'project'), inputs, ...more })
}

function brief({ diagnostics }: LoadResult): readonly string[] {
  return diagnostics.map(({ code, severity, pointer }) => `${severity} ${code} ${pointer}`)
}

const at = '/methods/0/result/schema'

describe('a reference outside the project', () => {
  test.each([
    ['to a neighbour', '../pet.json'],
    ['by an absolute path', '/etc/passwd'],
    ['to a device', '/dev/zero'],
    ['to a folder', '../'],
    ['to nothing that is there', '../none.json'],
    ['to a folder of a similar name', '../project-two/pet.json'],
    ['in percent escapes', '%2e%2e/pet.json'],
    ['by detours', 'schemas/../../pet.json'],
    ['through a link to a file', 'link.json'],
    ['through a link to a folder', 'linked/pet.json'],
    ['through a link inside of a linked folder', 'own/../linked/pet.json'],
  ])('%s is reported at its position, and nothing is read', async (_, ref) => {
    const home = temporaryFolder({
      'project/api.json': referring(ref),
      'project/schemas/a.json': text,
      'project/own/a.json': text,
      'project-two/pet.json': text,
      'pet.json': text,
    })
    symlinkSync('../pet.json', join(home, 'project/link.json'))
    symlinkSync('..', join(home, 'project/linked'))
    const refused = await loadIn(home, ['api.json'])
    expect(brief(refused)).toEqual([`error RL113 ${at}`])
    expect([...refused.files.keys()]).toEqual(['api.json'])
    const unresolved = await loadIn(home, ['api.json'], { allowUnresolved: true })
    expect(brief(unresolved)).toEqual([`warning RL113 ${at}`])
    expect(unresolved.loaded?.resolve('api.json', ref)).toBeUndefined()
  })

  test('is read if that is allowed, and reported once', async () => {
    const home = temporaryFolder({
      'project/api.json': referring('../pet.json', '../pet.json#'),
      'pet.json': text,
    })
    const result = await loadIn(home, ['api.json'], { allowOutside: true })
    expect(brief(result)).toEqual([`warning RL113 ${at}`])
    expect(result.loaded?.resolve('api.json', '../pet.json')?.json).toEqual({ type: 'string' })
  })

  test('of an allowed file is relative to that file', async () => {
    const home = temporaryFolder({
      'project/api.json': referring('schemas/a.json'),
      'project/schemas/a.json': '{ "items": { "$ref": "../../pet.json" } }',
      'pet.json': text,
    })
    expect(brief(await loadIn(home, ['api.json']))).toEqual(['error RL113 /items'])
  })
})

describe('a reference inside the project', () => {
  test('to the folder of a document elsewhere is read', async () => {
    const home = temporaryFolder({
      'project/x': '',
      'specs/api.json': referring('schemas/pet.json'),
      'specs/schemas/pet.json': '{ "items": { "$ref": "../tag.json" } }',
      'specs/tag.json': text,
    })
    expect(brief(await loadIn(home, ['../specs/api.json']))).toEqual([])
  })

  test('between documents of different folders is read', async () => {
    const home = temporaryFolder({
      'project/x': '',
      'a/api.json': referring('../b/api.json#/components/schemas/Pet'),
      'b/api.json': referring().replace('{', '{"components":{"schemas":{"Pet":{}}},'),
    })
    const { diagnostics } = await loadIn(home, ['../a/api.json', '../b/api.json'])
    expect(diagnostics.map(({ code }) => code)).toEqual([])
  })

  test('through links that point inside, or in a project behind a link, is read', async () => {
    const home = temporaryFolder({
      'real/api.json': referring('linked/pet.json', 'up/project/schemas/pet.json'),
      'real/schemas/pet.json': text,
    })
    symlinkSync('schemas', join(home, 'real/linked'))
    symlinkSync('..', join(home, 'real/up'))
    symlinkSync('real', join(home, 'project'))
    expect(brief(await loadIn(home, ['api.json']))).toEqual([])
  })

  test('to a document that is a link itself is read', async () => {
    const home = temporaryFolder({
      'project/schemas/pet.json': text,
      'elsewhere.json': referring('schemas/pet.json', 'api.json#/methods/0/result/schema'),
    })
    symlinkSync('../elsewhere.json', join(home, 'project/api.json'))
    expect(brief(await loadIn(home, ['api.json']))).toEqual([])
  })
})
