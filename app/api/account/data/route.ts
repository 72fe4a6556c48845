import { handle } from '@/lib/platform/server/handle'
import { downloadOwnDataEndpoint } from '@/lib/workspace/users/own-data/contract'
import { downloadOwnData } from '@/lib/workspace/users/own-data/download-own-data'

export const GET = handle(downloadOwnDataEndpoint, ({ actor }) => downloadOwnData(actor))
