import { expect, it } from 'vitest'
import { staleReports } from '../../scripts/api-report.mjs'

it('the API reports of packages/rpc, rpcloom and the generated client are up to date', () => {
  expect(staleReports(), 'run `node scripts/api-report.mjs` and review the change').toEqual([])
})
