import { PRIMARY_NETWORK_ID } from '../codec/ids.ts'

/** The time when each network upgrade takes effect, in RFC 3339. */
export interface Upgrades {
  readonly apricotPhase1Time: string
  readonly apricotPhase2Time: string
  readonly apricotPhase3Time: string
  readonly apricotPhase4Time: string
  readonly apricotPhase4MinPChainHeight: bigint
  readonly apricotPhase5Time: string
  readonly apricotPhasePre6Time: string
  readonly apricotPhase6Time: string
  readonly apricotPhasePost6Time: string
  readonly banffTime: string
  readonly cortinaTime: string
  readonly cortinaXChainStopVertexID: string
  readonly durangoTime: string
  readonly etnaTime: string
  readonly fUpgradeTime: string
}

const LAUNCH = '2020-12-05T05:00:00Z'

/** Every upgrade up to Etna has been active since the launch of the local network. */
export const localUpgrades: Upgrades = {
  apricotPhase1Time: LAUNCH,
  apricotPhase2Time: LAUNCH,
  apricotPhase3Time: LAUNCH,
  apricotPhase4Time: LAUNCH,
  apricotPhase4MinPChainHeight: 0n,
  apricotPhase5Time: LAUNCH,
  apricotPhasePre6Time: LAUNCH,
  apricotPhase6Time: LAUNCH,
  apricotPhasePost6Time: LAUNCH,
  banffTime: LAUNCH,
  cortinaTime: LAUNCH,
  cortinaXChainStopVertexID: PRIMARY_NETWORK_ID,
  durangoTime: LAUNCH,
  etnaTime: LAUNCH,
  fUpgradeTime: '9999-12-01T00:00:00Z',
}
