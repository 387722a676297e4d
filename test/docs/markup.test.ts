import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { describe, expect, test } from 'vitest'
import { build } from '../model/documents.ts'
import { evil, hostileDocument } from './hostile-document.ts'
import { docsFiles, type Files, ourFiles, pagesOf } from './site.ts'

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      // HTML allows dots in IDs, and the path of a field is its ID: `result.logs.topics`.
      'valid-id': ['error', { relaxed: true }],
      // The element of Try it is a region of the page.
      'prefer-native-element': ['error', { exclude: ['region'] }],
    },
  }),
)

/** Returns the faults of the pages, as `page:line:column rule message`. */
function faultsOf(files: Files, isRead: (path: string) => boolean): readonly string[] {
  return [...pagesOf(files, '.html')]
    .filter(([path]) => isRead(path))
    .flatMap(([path, html]) =>
      validator
        .validateStringSync(html, path)
        .results.flatMap(({ messages }) =>
          messages.map(
            ({ line, column, ruleId, message }) => `${path}:${line}:${column} ${ruleId} ${message}`,
          ),
        ),
    )
}

describe('the markup', () => {
  test('of our pages is valid', async () => {
    const files = await ourFiles()
    const all = [...pagesOf(files, '.html').keys()]
    const isWhole = process.env['RPCLOOM_LONG'] === '1'
    // All pages take half a minute, so the short form reads the pages of the site itself and a
    // thirtieth of the others.
    const read = new Set(all.filter((path, at) => isWhole || at % 30 === 0 || !path.includes('/')))
    expect(read.size).toBeGreaterThan(25)
    expect(faultsOf(files, (path) => read.has(path))).toEqual([])
  })

  test('of hostile documents is valid', async () => {
    const files = await docsFiles(build(hostileDocument()).api, { title: evil, tagline: evil })
    // The rule counts the escaped length of titles.
    const faults = faultsOf(files, () => true).filter((fault) => !fault.includes(' long-title '))
    expect(faults).toEqual([])
  })

  test('is checked: an error is detected', () => {
    const page = '<!DOCTYPE html>\n<p id="a"><p id="a">'
    const files = new Map([['site/a.html', page]])
    expect(faultsOf(files, () => true).join()).toContain('no-dup-id')
  })
})
