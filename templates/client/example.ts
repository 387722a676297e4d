import { addressOfServer, type Api } from 'rpcloom/model'
import { exampleCall, type SampleMethod, sampleMethods } from 'rpcloom/codegen'

/** Returns the method for code samples: the first method for which a call can be generated. */
export function exampleOf(api: Api): SampleMethod | undefined {
  return sampleMethods(api).find(({ group, method }) => exampleCall(group, method))
}

/** Returns the base URL for code samples: that of the first documented server whose URL has no variables. */
export function baseUrl(api: Api): string {
  const urls = api.groups.flatMap(({ servers }) => servers).map(addressOfServer)
  const [base] = urls.flatMap((url) => /^https?:\/\/[\w.:[\]-]+/.exec(url)?.[0] ?? [])
  return base ?? 'http://127.0.0.1:8545'
}
