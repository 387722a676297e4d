import { readFileSync } from 'node:fs'
import type { CallMessage } from '@rpcloom/conform'
import { isObject } from '../json/pointer.ts'

export type ReadBefore =
  | { readonly kind: 'messages'; readonly messages: readonly CallMessage[] }
  | { readonly kind: 'faulty'; readonly message: string }

/** Reads the messages that are sent before the cases. */
export function readBefore(file: string | undefined): ReadBefore {
  if (file === undefined) return { kind: 'messages', messages: [] }
  const faulty = (reason: string): ReadBefore => ({ kind: 'faulty', message: `${file}: ${reason}` })
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return faulty(error instanceof Error ? error.message : String(error))
  }
  if (!Array.isArray(json)) return faulty('the file must contain a JSON array')
  const wrong = json.findIndex((message) => !isMessage(message))
  if (wrong >= 0)
    return faulty(
      `/${wrong} must be an object with a method, and optionally params (an object or array) and an id (a string or number) if it is a call`,
    )
  const messages = json
    .filter(isMessage)
    .map((message) => ({ ...message, jsonrpc: '2.0' as const }))
  return { kind: 'messages', messages }
}

const members: readonly string[] = ['jsonrpc', 'id', 'method', 'params']

function isMessage(value: unknown): value is Omit<CallMessage, 'jsonrpc'> {
  if (!isObject(value) || !Object.keys(value).every((name) => members.includes(name))) return false
  const { id, method, params } = value
  return (
    typeof method === 'string' &&
    (id === undefined || typeof id === 'string' || typeof id === 'number') &&
    (params === undefined || (typeof params === 'object' && params !== null))
  )
}
