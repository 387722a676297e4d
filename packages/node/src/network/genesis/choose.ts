import type { GenesisConfig } from './config.ts'
import { GenesisError } from './config.ts'
import { readGenesis } from './file.ts'
import { localGenesis } from './local.ts'

/** IDs of public networks, which have a fixed genesis that this node does not run. */
const PUBLIC_NETWORKS = [1, 5]

/**
 * Returns the genesis in the configured file. Without a file, returns the genesis of the local
 * network with the configured network ID.
 */
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
    throw new GenesisError(
      file === undefined
        ? `Network ID ${chosen.networkID} belongs to a public network. Choose another --network ID`
        : `The genesis ${file} is that of a public network (ID ${chosen.networkID}), which this node does not run. Use the genesis of another network`,
    )
  return chosen
}
