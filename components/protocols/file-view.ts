import type { ProtocolView } from '@/components/annotation/workbench/stage-view'
import type { ProtocolWork } from '@/lib/protocols/protocol'
import { comparesSides, SIDES_VIEW } from './side-by-side/sides-view'

/** The forms of a protocol file: its questions as they stand; where units are compared, these side by side. */
export const fileView = (work: ProtocolWork): ProtocolView => ({
  work,
  stages: Object.fromEntries(
    work.stages.filter((stage) => comparesSides(stage, work.stages)).map(({ key }) => [key, SIDES_VIEW]),
  ),
})
