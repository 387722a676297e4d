import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@rpcloom/rpc'
import { visibleJson } from '@rpcloom/schema/internal'
import { stringify } from '@rpcloom/schema/json'
import { type Tool, ToolError, type ToolResult } from './tool.ts'

/** Number of characters of the results that are kept, all together. */
const KEPT = 64 * 1024 * 1024

/** The result of a tool as the protocol sends it. */
export interface Content {
  readonly content: readonly JsonObject[]
  readonly structuredContent?: unknown
  readonly isError?: true
}

/** Returns results in parts of limited size, and keeps long results for further parts. */
export class Results {
  readonly #most: number
  readonly #kept = new Map<string, string>()

  /** `most` is the number of characters of a part. */
  constructor(most: number) {
    this.#most = most
  }

  content({ value, blocks = [] }: ToolResult): Content {
    const json = stringify(value ?? null)
    const fitting = blocks.filter((block) => stringify(block).length <= this.#most * 8)
    const omitted = blocks.length - fitting.length
    const note = omitted === 0 ? [] : [textBlock(`Omitted for their size: ${omitted} files`)]
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (json.length <= this.#most)
      return {
        content: [textBlock(visibleJson(json)), ...fitting, ...note],
        structuredContent: isObject ? value : { result: value ?? null },
      }
    const id = this.#keep(json)
    const parts = Math.ceil(json.length / this.#most)
    const truncated = { result: id, part: 1, parts, characters: json.length }
    const hint = `The result has ${json.length} characters. This is part 1 of ${parts} of its JSON; read_result has the others: {"result":"${id}","part":2}`
    return {
      content: [textBlock(visibleJson(this.#part(json, 1))), textBlock(hint), ...fitting, ...note],
      structuredContent: { truncated },
    }
  }

  #keep(json: string): string {
    const id = randomUUID()
    this.#kept.set(id, json)
    let size = [...this.#kept.values()].reduce((sum, one) => sum + one.length, 0)
    for (const [oldest, { length }] of this.#kept) {
      if (size <= KEPT || oldest === id) break
      this.#kept.delete(oldest)
      size -= length
    }
    return id
  }

  /** Returns a part, whose characters are not divided. */
  #part(json: string, part: number): string {
    const isLow = (index: number): boolean => /[\uDC00-\uDFFF]/.test(json.charAt(index))
    const start = (part - 1) * this.#most
    const end = start + this.#most
    return json.slice(start + (isLow(start) ? 1 : 0), end + (isLow(end) ? 1 : 0))
  }

  /** The tool that returns further parts. */
  get tool(): Tool {
    return {
      name: 'read_result',
      title: 'Read a long result',
      description: 'Returns a part of a result that was too long, as JSON text.',
      effect: 'read',
      inputSchema: {
        type: 'object',
        properties: { result: { type: 'string' }, part: { type: 'integer', minimum: 1 } },
        required: ['result', 'part'],
        additionalProperties: false,
      },
      call: async ({ result, part }) => {
        const json = this.#kept.get(String(result))
        if (json === undefined)
          throw new ToolError('The result is no longer kept: call the method again', {
            reason: 'unknownResult',
          })
        const parts = Math.ceil(json.length / this.#most)
        if (Number(part) > parts)
          throw new ToolError(`The result has ${parts} parts`, { reason: 'unknownPart' })
        return { value: { part, parts, text: this.#part(json, Number(part)) } }
      },
    }
  }
}

export function textBlock(text: string): JsonObject {
  return { type: 'text', text }
}
