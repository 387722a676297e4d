import { setFlagsFromString } from 'node:v8'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestQuickText } from '../../packages/schema/src/patterns/backtracking.ts'
import { hasLength } from '../../packages/schema/src/keywords/strings.ts'
import { matches, patternKind } from '@rpcloom/schema/internal'
import { linearTest } from '../../packages/schema/src/patterns/linear.ts'

describe('patterns', () => {
  it.each([
    ['^(a+)+$', `${'a'.repeat(40)}!`],
    ['^(a|aa)*$', `${'a'.repeat(60)}!`],
    ['^(?:(?:x|y)+z?)*$', `${'xy'.repeat(40)}!`],
    ['a*a*a*a*b', 'a'.repeat(20_000)],
    ['^[ab]{0,5000}[ab]{0,5000}[ab]{0,5000}c$', 'ab'.repeat(5000)],
    ['^(?:a?){50}a{50}$', `${'a'.repeat(49)}!`],
    ['^(?:a?){50}(?=a{50})', `${'a'.repeat(49)}!`],
    ['(?:|){60}b', ''],
    ['^b|a*c', 'a'.repeat(200_000)],
    ['^(?:a*){900}b$', 'a'.repeat(5_000_000)],
    ['^(?:(?:a|)*b?)*$', `${'ab'.repeat(40)}!`],
  ])('%s does not hang', (pattern, text) => {
    const start = performance.now()
    matches(pattern, text)
    expect(performance.now() - start).toBeLessThan(3000)
  })

  it('accepts patterns that are too large for the engine, or matches nothing', () => {
    const large = 'a'.repeat(40_000)
    expect(matches(`${large}|b`, 'b')).toBe(false)
    expect(patternKind(`${large}|b`)).toBe('bounded')
    expect(matches(`^(?:[ab]?){900}c`, `${'ab'.repeat(300)}c`)).toBe(true)
  })

  it('matches every string with escapes of other languages, but not with unnecessary ones', () => {
    expect(matches(String.raw`\Aa\z`, 'b')).toBe(true)
    expect(patternKind(String.raw`\Aa\z`)).toBe('none')
    expect(patternKind(String.raw`^(a+)+\c$`)).toBe('none')
    expect(patternKind(String.raw`^[\c1]\cA$`)).toBe('none')
    expect(matches(String.raw`^\cA\_$`, '\u0001_')).toBe(true)
    expect(matches(String.raw`^a\_b$`, 'a_b')).toBe(true)
    expect(matches(String.raw`^a\_b$`, 'c')).toBe(false)
  })

  it('gives up an alternative that has too many steps', () => {
    expect(patternKind('^(?:(?:[ab]?[bc]?){20000}|c)d$')).toBe('bounded')
  })

  it('counts only capturing groups for references', () => {
    const most = (pattern: string): number => longestQuickText(pattern, 1e6)
    expect(most(String.raw`^(?:x)(a+)\1a+b$`)).toBe(most(String.raw`^x(a+)\1a+b$`))
    expect(most(String.raw`^(?:x)(a+)\1a+b$`)).not.toBe(most(String.raw`^(?:a+)(x)\1a+b$`))
  })

  it('leaves to the engine only what it matches quickly', { timeout: 120_000 }, () => {
    const { node } = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 5, depthIdentifier: 'pattern' },
        fc.constantFrom('a', 'b', '[ab]', '.', String.raw`\w`, String.raw`\b`, '^', '$'),
        fc.array(tie('node'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
        fc
          .array(tie('node'), { minLength: 2, maxLength: 3 })
          .map((parts) => `(?:${parts.join('|')})`),
        fc
          .tuple(
            tie('node'),
            fc.constantFrom('*', '+', '?', '{2}', '{0,3}', '{30}', '{0,40}', '*?'),
          )
          .map(([part, quantifier]) => `(${part})${quantifier}`),
        tie('node').map((part) => `(?=${part})`),
      ),
    }))
    fc.assert(
      fc.property(node, fc.constantFrom('a', 'ab', 'b'), (pattern, part) => {
        const length = Math.min(longestQuickText(pattern, 1e6), 20_000)
        if (length < 1) return
        const text = `${part.repeat(length).slice(0, length - 1)}!`
        const before = process.cpuUsage()
        new RegExp(pattern, 'u').test(text)
        expect(process.cpuUsage(before).user).toBeLessThan(2e6)
      }),
      { seed: 20_261_123, numRuns: 3000 },
    )
  })

  it('matches long texts if the pattern is harmless', () => {
    const bytes = `0x${'ab'.repeat(500_000)}`
    expect(matches('^0x([0-9a-f]{2})*$', bytes)).toBe(true)
    expect(matches('^0x([0-9a-f]{2})*$', `${bytes}g`)).toBe(false)
  })
})

describe('lengths', () => {
  it('compare with limits in code points', () => {
    const text = fc.array(fc.constantFrom('a', '\ud83d', '\ude00', '😀'), { maxLength: 40 })
    const agrees = fc.property(text, fc.nat(45), (units, limit) => {
      const one = units.join('')
      const { length } = Array.from(one)
      expect([hasLength(one, limit), hasLength(one, 0, limit)]).toEqual([
        length >= limit,
        length <= limit,
      ])
    })
    fc.assert(agrees, { seed: 3, numRuns: 3000 })
  })
})

describe('patterns with a quantifier before a letter or digit', () => {
  const patterns = [
    '^[0-9A-Za-z]+-[a-z0-9]+1[02-9ac-hj-np-z]{3}$',
    String.raw`^[^\]a]*1[\]]+1$`,
    '^[a+1]+b*1?$',
    String.raw`^\++1\w*a\.+1$|^(?:ab)+1$`,
    '^.*a.*1$',
    String.raw`(a*)1\1`,
    '^(?=(a*)a)a+1*$',
  ]
  const text = fc
    .array(fc.constantFrom(...'aab11+*].-0z?'), { maxLength: 12 })
    .map((chars) => chars.join(''))

  it.each(patterns)('%s matches what the engine matches', (pattern) => {
    const agrees = fc.property(text, (one) => {
      expect(matches(pattern, one)).toBe(new RegExp(pattern, 'u').test(one))
    })
    fc.assert(agrees, { seed: 11, numRuns: 2000 })
  })

  it('including one that matches an address and little else', () => {
    expect(matches(patterns[0] ?? '', 'P-local1234')).toBe(true)
    expect(matches(patterns[0] ?? '', 'P-local11234')).toBe(true)
    expect(matches(patterns[0] ?? '', 'P-local1231')).toBe(false)
  })
})

describe('patterns matched by an automaton', () => {
  const patterns = [
    '^(a+)+$',
    '(a|aa)+$',
    '^(?:x|y)*z{2,3}$',
    String.raw`\bfoo\b`,
    String.raw`^[\w.-]+@[\w.-]+\.[a-z]{2,}$`,
    String.raw`^\p{L}+\d*$`,
    '(^a|b$)',
    '^a{0,3}?b',
    String.raw`[^\]a]+c`,
    String.raw`\u{1F600}+`,
    '(?<name>a)b',
    String.raw`\Ba|[\b]`,
    String.raw`^(\d+,)*\d+$`,
  ]
  const text = fc
    .array(fc.constantFrom(...'aabbcxyzfoo09_@.-, 😀]\nñ'), { maxLength: 9 })
    .map((chars) => chars.join(''))

  it.each(patterns)('%s matches what the engine matches', (pattern) => {
    const test = linearTest(pattern, 'u')
    const engine = new RegExp(pattern, 'u')
    fc.assert(
      fc.property(text, (one) => test?.(one) === engine.test(one)),
      { seed: 7, numRuns: 400 },
    )
  })

  it('exclude lookarounds and backreferences', () => {
    const kinds = [
      '^(?=a)b*c*',
      String.raw`(a)\1b*c*`,
      '(?i)a',
      String.raw`\Aa`,
      '^[a-z]*$',
      '(a*)*',
    ].map(patternKind)
    expect(kinds).toEqual(['bounded', 'bounded', 'none', 'none', 'plain', 'linear'])
  })

  it('match a long text if the stack of the engine overflows', () => {
    // V8 stops optimizing expressions in processes with much compiled code.
    setFlagsFromString('--no-regexp-optimization')
    try {
      const text = `0x${'ab'.repeat(2_700_000)}`
      expect(() => /^0x(?:[0-9a-f]{2})*$/.test(text)).toThrow(RangeError)
      expect(matches('^0x(?:[0-9a-fA-F]{2})*$', text)).toBe(true)
      expect(matches('^0x(?:[0-9a-f]{2})*$', `${text}c`)).toBe(false)
    } finally {
      setFlagsFromString('--regexp-optimization')
    }
  })

  it('match a long text to its end', () => {
    expect(matches('^(a|aa)+$', 'a'.repeat(50_000))).toBe(true)
    expect(matches('^(a|aa)+$', `${'a'.repeat(50_000)}!`)).toBe(false)
    expect(matches('^(?!b)(a|aa)+$', 'a'.repeat(50_000))).toBe(false)
  })
})
