import type { GenesisConfig } from './config.ts'
import { GenesisError } from './config.ts'
import { readGenesis } from './file.ts'
import { localGenesis } from './local.ts'

/** Networks that this node does not belong to: their genesis is fixed, and another one must not pass for it. */
const PUBLIC_NETWORKS = [1, 5]

/** The genesis that the settings ask for: a file's, or the local network's under its own ID or another. */
export async function genesisFor({
  genesis: file,
  networkID,
}: {
  readonly genesis: string | undefined
  readonly networkID: number | undefined
}): Promise<GenesisConfig> {
  const genesis = file === undefined ? localGenesis : await readGenesis(file)
  if (file !== undefined && networkID !== undefined && networkID !== genesis.networkID)
    throw new GenesisError(
      `The genesis ${file} is for network ${genesis.networkID}, not for ${networkID}`,
    )
  const chosen = { ...genesis, networkID: networkID ?? genesis.networkID }
  if (PUBLIC_NETWORKS.includes(chosen.networkID))
    throw new GenesisError(`Network ${chosen.networkID} is a public one: choose another ID`)
  return chosen
}
