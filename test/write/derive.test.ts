import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type DerivedPlan,
  type DerivedQuestion,
  isDerived,
  openManifests,
  planDerived,
  staleDerived,
} from '../../generator/src/emit/derive.ts'
import { folderOf, manifestName } from '../../generator/src/emit/manifest.ts'
import type { DerivedOutput } from '../../generator/src/emit/target.ts'
import { commit } from '../../generator/src/emit/write.ts'
import { putFiles, temporaryFolder } from '../temporary-folder.ts'

/** A file whose text is its key, and which records that it was generated. */
function page(name: string, key: string, made: string[] = []): DerivedOutput {
  const text = (): string => {
    made.push(name)
    return key
  }
  return { kind: 'derived', path: `p/site/${name}`, key, text }
}

function questionOf(
  out: string,
  emitted: readonly DerivedOutput[],
  changes: Partial<DerivedQuestion> = {},
): DerivedQuestion {
  const found = openManifests(out)
  return { out, emitted, known: [], code: 'c', input: 'i', found, ...changes }
}

async function derive(question: DerivedQuestion): Promise<Omit<DerivedPlan, 'remove'>> {
  const plan = planDerived(question)
  const remove = staleDerived(question)
  await commit(question.out, { write: [...plan.write, ...plan.manifests], remove, lockText: '' })
  return plan
}

function pathsOf({ write }: Pick<DerivedPlan, 'write'>): readonly string[] {
  return write.map(({ path }) => path)
}

const same = { code: 'c', input: 'i' }

describe('derived files', () => {
  test('are made once, and whole then', async () => {
    const out = temporaryFolder({})
    const made: string[] = []
    const files = [page('a', '1', made), page('b', '1', made)]
    await derive(questionOf(out, files))
    expect(isDerived(out, ['p/site'], same)).toBe(true)
    expect(await derive(questionOf(out, files))).toEqual({ write: [], manifests: [] })
    expect(made).toEqual(['a', 'b'])
  })

  test.each<[string, Partial<DerivedQuestion>]>([
    ['other code', { code: 'd' }],
    ['other documents', { input: 'j' }],
  ])('are not whole for %s', async (_, changes) => {
    const out = temporaryFolder({})
    await derive(questionOf(out, [page('a', '1')]))
    expect(isDerived(out, ['p/site'], { ...same, ...changes })).toBe(false)
    expect(planDerived(questionOf(out, [page('a', '1')], changes)).manifests).toHaveLength(1)
  })

  test('may be made of others, whether those are made again or kept', async () => {
    const out = temporaryFolder({})
    const wholeOf = async (
      parts: readonly DerivedOutput[],
      changes: Partial<DerivedQuestion>,
    ): Promise<string | undefined> => {
      const text = (textOf: (path: string) => string): string =>
        parts.map(({ path }) => textOf(path.slice(2))).join()
      const key = parts.map((part) => part.key).join()
      const whole: DerivedOutput = { kind: 'derived', path: 'p/site/whole', key, text }
      const { write } = await derive(questionOf(out, [...parts, whole], changes))
      return write.at(-1)?.text
    }
    expect(await wholeOf([page('a', '1'), page('b', '1')], {})).toBe('1,1')
    expect(await wholeOf([page('a', '2'), page('b', '1')], {})).toBe('2,1')
    // Other code may generate another text for the same key.
    const other = { ...page('b', '1'), text: () => 'other' }
    expect(await wholeOf([page('a', '2'), other], { code: 'd' })).toBe('2,other')
  })

  test('are made again under another key, and written where the text is another one', async () => {
    const out = temporaryFolder({})
    const made: string[] = []
    await derive(questionOf(out, [page('a', '1'), page('b', '1'), page('c', '1')]))
    const renamed = { ...page('b', '1', made), key: 'other' }
    const plan = await derive(
      questionOf(out, [page('a', '2', made), renamed, page('c', '1', made)]),
    )
    expect(pathsOf(plan)).toEqual(['p/site/a'])
    expect(made).toEqual(['a', 'b'])
  })

  test('are all made again by other code', async () => {
    const out = temporaryFolder({})
    const made: string[] = []
    await derive(questionOf(out, [page('a', '1')]))
    expect(pathsOf(await derive(questionOf(out, [page('a', '1', made)], { code: 'd' })))).toEqual(
      [],
    )
    expect(made).toEqual(['a'])
  })

  test('come back where someone edited or removed them, and are not whole before', async () => {
    const out = temporaryFolder({})
    const files = [page('a', '1'), page('b', 'long'), page('c', '1')]
    await derive(questionOf(out, files))
    putFiles(out, { 'p/site/a': '2', 'p/site/b': 'short' })
    const later = Date.now() / 1000 + 10
    utimesSync(join(out, 'p/site/a'), later, later)
    expect(isDerived(out, ['p/site'], same)).toBe(false)
    expect(pathsOf(await derive(questionOf(out, files)))).toEqual(['p/site/a', 'p/site/b'])
    expect(readFileSync(join(out, 'p/site/a'), 'utf8')).toBe('1')
  })

  test('are whole after the folder was copied, which changes times', async () => {
    const out = temporaryFolder({})
    await derive(questionOf(out, [page('a', '1')]))
    const later = Date.now() / 1000 + 10
    utimesSync(join(out, 'p/site/a'), later, later)
    expect(isDerived(out, ['p/site'], same)).toBe(true)
  })

  test('are made of each other, kept ones read from the disk', async () => {
    const out = temporaryFolder({})
    const made: string[] = []
    const all = (key: string): DerivedOutput => ({
      kind: 'derived',
      path: 'p/site/all',
      key,
      text: (textOf) => `${textOf('site/a')}+${textOf('site/b')}`,
    })
    await derive(questionOf(out, [all('1'), page('a', '1'), page('b', '1')]))
    await derive(questionOf(out, [all('2'), page('a', '1', made), page('b', '2', made)]))
    expect(made).toEqual(['b'])
    expect(readFileSync(join(out, 'p/site/all'), 'utf8')).toBe('1+2')
  })

  test('go when nothing derives them any more, with their manifest when the target went', async () => {
    const out = temporaryFolder({})
    await derive(questionOf(out, [page('a', '1'), page('b', '1')]))
    expect(staleDerived(questionOf(out, [page('a', '1')]))).toEqual(['p/site/b'])
    const gone = ['p/site/a', 'p/site/b', `p/site/${manifestName}`]
    expect(staleDerived(questionOf(out, [], { known: ['p/site'] }))).toEqual(gone)
  })

  test.each([
    '',
    '[]',
    '{"manifest":2}',
    '{"manifest":1,"code":"c","input":"i","files":{"../../x":"k h 1"}}',
  ])('are not looked for in the manifest %j', async (text) => {
    const out = temporaryFolder({ [`p/site/${manifestName}`]: text })
    expect(staleDerived(questionOf(out, [page('a', '1')]))).toEqual([])
    expect(pathsOf(await derive(questionOf(out, [page('a', '1')])))).toEqual(['p/site/a'])
  })

  test('stand in a folder of their own', async () => {
    expect(folderOf('p/site/a/b')).toBe('p/site')
    expect(() => folderOf('p/a')).toThrow('no folder of its own')
  })
})
