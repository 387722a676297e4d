import { endingMethods, isCalledByHttp } from 'rpcloom/codegen'
import type { Sample, SampleCall } from './call.ts'
import { goSample, goSocketSample } from './go.ts'
import { pythonSample, pythonSocketSample } from './python.ts'
import { curlSample, socketShellSample } from './shell.ts'
import { handlerSample, subscriptionSample, typescriptSample } from './typescript.ts'

export function samplesOf(call: SampleCall, client: string | undefined): readonly Sample[] {
  if (call.handlers !== undefined) return client === undefined ? [] : [handlerSample(call, client)]
  if (isCalledByHttp(call.group, call.method)) {
    const own = client === undefined ? [] : [typescriptSample(call, client)]
    return [curlSample(call), ...own, pythonSample(call), goSample(call)]
  }
  if (call.method.availability.ws === 'absent') return []
  const own = client === undefined ? [] : socketSamples(call, client)
  return [socketShellSample(call), ...own, pythonSocketSample(call), goSocketSample(call)]
}

/** Returns the program of a call over WebSocket. The client itself ends subscriptions. */
function socketSamples(call: SampleCall, client: string): readonly Sample[] {
  if (endingMethods(call.group).has(call.method.name)) return []
  if (call.method.subscription === undefined) return [typescriptSample(call, client)]
  const events = subscriptionSample(call, client)
  return events === undefined ? [] : [events]
}
