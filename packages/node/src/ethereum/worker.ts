import { workerData } from 'node:worker_threads'
import type { GethGenesis } from '@ethereumjs/common'
import { serveJobs } from '../c-chain/workers/serve.ts'
import { ethereumRules } from './rules.ts'

// Safe cast: `ethereum` sets the genesis file.
serveJobs(ethereumRules(workerData as GethGenesis))
