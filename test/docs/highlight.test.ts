import { expect, test } from 'vitest'
import { highlight } from '../../templates/docs/print/highlight.ts'
import { htmlText } from '../../templates/docs/print/html-text.ts'

const languages = ['json', 'shell', 'python', 'go', 'typescript', 'types'] as const

test.each(languages)('marks long texts of %s in linear time', (language) => {
  for (const part of [
    'm',
    '1',
    '-',
    '$',
    '.',
    "'",
    '"',
    '`',
    '\\',
    '(',
    ' ',
    "'a",
    '"\\',
    "'\\",
    '-1',
  ]) {
    const text = part.repeat(100_000)
    const started = performance.now()
    const html = highlight(language, text)
    expect(performance.now() - started, part).toBeLessThan(5000)
    expect(html.replaceAll(/<[^>]*>/g, '')).toBe(htmlText(text))
  }
})
