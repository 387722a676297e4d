import { expect, it } from 'vitest'
import { staleReports } from '../../scripts/api-report.mjs'

it('the reports of what packages/rpc, rpcloom and the generated client export are true', () => {
  expect(staleReports(), 'run `node scripts/api-report.mjs` and review the change').toEqual([])
})
