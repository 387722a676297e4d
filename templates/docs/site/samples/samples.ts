import { isCalledByHttp } from 'rpcloom/codegen'
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
  const events = client === undefined ? undefined : subscriptionSample(call, client)
  const own = events === undefined ? [] : [events]
  return [socketShellSample(call), ...own, pythonSocketSample(call), goSocketSample(call)]
}
