import type { JsonCodec } from '@rpcloom/rpc/codegen'
import { parseLossless, replaceOutsideStrings } from '@rpcloom/rpc/internal/call'
import { stringify } from '@rpcloom/schema/json'

/** Matches numbers that programs cannot represent: too large for doubles, or too long for bigints. */
const unbounded =
  /(?<![\w.+-])-?(?:(?:\d{1000,}|\d{309,}(?=[.eE]))(?:\.\d+)?(?:[eE][-+]?\d+)?|\d+(?:\.\d+)?[eE]\+?\d{3,})/g

/** Returns JSON with exact integers, in which numbers that programs cannot represent are strings that start with a mark. */
export function exactJson(mark: string): JsonCodec {
  const marked = (text: string): string =>
    replaceOutsideStrings(text, [unbounded, `"${mark}$&"`], 5)
  return { parse: (text) => parseLossless(marked(text)), stringify }
}

/** The mark in results that are printed. It is random, so that no other string starts with it. */
export const mark: string = `${Math.random()}:`

/** Returns a text with the numbers that were marked. */
export function unmarked(text: string): string {
  if (!text.includes(mark)) return text
  return text.replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1').replace(mark, '')
}
