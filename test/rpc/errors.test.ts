import { describe, expect, it } from 'vitest'
import * as errors from '../../packages/rpc/src/errors.ts'

// A second copy of the package, as in an installation with two versions. The query creates a new
// module.
const copyUrl = new URL('../../packages/rpc/dist/errors.js?copy', import.meta.url).href
const copy = (await import(/* @vite-ignore */ copyUrl)) as typeof errors

type Errors = typeof errors

const makers: Readonly<Record<string, (from: Errors) => Error>> = {
  TransportError: (from) => new from.TransportError('failed'),
  TimeoutError: (from) => new from.TimeoutError('failed'),
  OverflowError: (from) => new from.OverflowError(3),
  HttpError: (from) => new from.HttpError('failed', { status: 503, body: '' }),
  ProtocolError: (from) => new from.ProtocolError('failed'),
  RpcError: (from) => new from.RpcError(-32000, 'failed'),
}

function classesOf({
  TransportError,
  TimeoutError,
  OverflowError,
  HttpError,
  ProtocolError,
  RpcError,
}: Errors): Readonly<Record<string, new (...args: never[]) => Error>> {
  return { TransportError, TimeoutError, OverflowError, HttpError, ProtocolError, RpcError }
}

describe.each([
  ['this package', errors, errors],
  ['another copy of the package', copy, errors],
  ['this package, checked by another copy', errors, copy],
])('an error of %s', (_name, made, asked) => {
  it.each(Object.keys(makers))('is a %s, a NodeError and nothing else', (name) => {
    const error = makers[name]?.(made)
    expect(error).toBeInstanceOf(Error)
    expect(error instanceof asked.NodeError).toBe(true)
    for (const [other, itsClass] of Object.entries(classesOf(asked))) {
      expect([other, error instanceof itsClass]).toEqual([other, other === name])
    }
    expect(error?.name).toBe(name)
  })

  it('is recognized by isRpcError, with method and reason', () => {
    const error = new made.RpcError(-32000, 'failed', { method: 'a.b', reason: 'unknown' })
    expect(asked.isRpcError(error)).toBe(true)
    expect(asked.isRpcError(error, 'a.b', 'unknown')).toBe(true)
    expect(asked.isRpcError(error, 'a.c')).toBe(false)
    expect(asked.isRpcError(error, 'a.b', 'other')).toBe(false)
    expect(asked.toRpcError(error)).toBe(error)
  })
})

it('the copies are two modules', () => {
  expect(copy.NodeError).not.toBe(errors.NodeError)
})

describe('an error', () => {
  it('has a name, a code, data and a cause', () => {
    const cause = new Error('below')
    expect(new errors.HttpError('failed', { cause, status: 503, body: 'busy' })).toMatchObject({
      name: 'HttpError',
      code: 'http',
      message: 'failed',
      status: 503,
      body: 'busy',
      cause,
    })
    expect(new errors.RpcError(-32000, 'failed', { data: 1, id: 2 })).toMatchObject({
      name: 'RpcError',
      code: -32000,
      data: 1,
      id: 2,
    })
    expect(new errors.TimeoutError('failed')).toMatchObject({
      name: 'TimeoutError',
      code: 'timeout',
    })
    expect(new errors.NodeError('failed')).toMatchObject({ name: 'NodeError', code: 'node' })
    expect('cause' in new errors.NodeError('failed')).toBe(false)
  })

  it.each([
    undefined,
    null,
    'TimeoutError',
    { name: 'TimeoutError' },
    new Error('TimeoutError'),
    Object.assign(new Error('of another library'), { name: 'TimeoutError' }),
    new DOMException('of the platform', 'TimeoutError'),
  ])('of another kind is not a TimeoutError: %o', (value) => {
    expect(value instanceof errors.TimeoutError).toBe(false)
    expect(value instanceof errors.NodeError).toBe(false)
  })

  it('of another library called RpcError is not a response', () => {
    const foreign = Object.assign(new Error('secret'), { name: 'RpcError', code: -32000 })
    expect(errors.isRpcError(foreign)).toBe(false)
    expect(errors.toRpcError(foreign)).toMatchObject({ code: -32603, cause: foreign })
  })

  it('of a class that extends one of ours is an instance of both', () => {
    class Slow extends errors.TimeoutError {}
    const slow = new Slow('failed')
    expect([slow instanceof Slow, slow instanceof errors.TimeoutError]).toEqual([true, true])
    expect(slow instanceof copy.TimeoutError).toBe(true)
    expect([slow instanceof errors.HttpError, slow.name]).toEqual([false, 'TimeoutError'])
    expect(new errors.TimeoutError('failed') instanceof Slow).toBe(false)
  })
})
