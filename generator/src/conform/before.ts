import type { CallMessage } from '@rpcloom/conform'
import { isObject } from '../json/pointer.ts'
import { type JsonList, readJsonList } from './json-list.ts'

/** Reads the messages that are sent before the cases. */
export function readBefore(file: string | undefined): JsonList<CallMessage> {
  return file === undefined ? { kind: 'items', items: [] } : readJsonList(file, messageItems)
}

const messageItems = {
  itemOf: (json: unknown): CallMessage | undefined =>
    isMessage(json) ? { ...json, jsonrpc: '2.0' } : undefined,
  expected:
    'an object with a method, and optionally params (an object or array) and an id (a string or number) if it is a call',
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
