const listening = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls back when the signal aborts, until the function that comes back is called. One listener serves
 * all calls with the same signal: Node warns of a leak where there are more than ten.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const known = listening.get(signal)
  const callbacks = known ?? new Set()
  callbacks.add(callback)
  const tell = (): void => {
    for (const one of callbacks) one()
  }
  if (!known) {
    listening.set(signal, callbacks)
    signal.addEventListener('abort', tell, { once: true })
    stops.set(callbacks, () => {
      signal.removeEventListener('abort', tell)
      listening.delete(signal)
    })
  }
  return () => {
    callbacks.delete(callback)
    if (callbacks.size === 0) stops.get(callbacks)?.()
  }
}

const stops = new WeakMap<object, () => void>()
