import { handle, type Route } from '@/lib/platform/server/handle'
import { changeFacts } from '@/lib/workspace/items/change-facts'
import {
  getItemEndpoint,
  itemFacetsEndpoint,
  itemHistoryEndpoint,
  listItemsEndpoint,
  openPreparedEndpoint,
} from '@/lib/workspace/items/contract'
import { downloadItemsEndpoint } from '@/lib/workspace/items/download/contract'
import { downloadItems } from '@/lib/workspace/items/download/download-items'
import { editItemsEndpoint, listItemEditsEndpoint, undoItemEditEndpoint } from '@/lib/workspace/items/edits/contract'
import { editItems } from '@/lib/workspace/items/edits/edit-items'
import { listEdits } from '@/lib/workspace/items/edits/list-edits'
import { undoEdit } from '@/lib/workspace/items/edits/undo-edit'
import { changeFactsEndpoint } from '@/lib/workspace/items/facts/contract'
import { openPrepared } from '@/lib/workspace/items/open-prepared'
import { getItem, getItemFacets, getItemHistory, listItems } from '@/lib/workspace/items/queries'
import { resegmentEndpoint, resetSegmentsEndpoint } from '@/lib/workspace/items/resegment/contract'
import { resegmentItem, resetSegments } from '@/lib/workspace/items/resegment-item'
import {
  changeItemViewEndpoint,
  deleteItemViewEndpoint,
  listItemViewsEndpoint,
  saveItemViewEndpoint,
} from '@/lib/workspace/items/views/contract'
import { listViews } from '@/lib/workspace/items/views/queries'
import { changeView, deleteView, saveView } from '@/lib/workspace/items/views/save-view'

export const routes: readonly Route[] = [
  handle(getItemEndpoint, ({ actor, params }) => getItem(actor, params.itemId)),
  handle(changeFactsEndpoint, ({ actor, params, body }) => changeFacts(actor, params.itemId, body)),
  handle(itemHistoryEndpoint, ({ actor, params, query }) => getItemHistory(actor, params.itemId, query.before)),
  handle(resetSegmentsEndpoint, ({ actor, params, body }) => resetSegments(actor, params.itemId, body)),
  handle(resegmentEndpoint, ({ actor, params, body }) => resegmentItem(actor, params.itemId, body)),
  handle(listItemsEndpoint, ({ actor, params, query }) => listItems(actor, params.projectId, query)),
  handle(downloadItemsEndpoint, ({ actor, params, query }) => downloadItems(actor, params.projectId, query)),
  handle(listItemEditsEndpoint, ({ actor, params }) => listEdits(actor, params.projectId)),
  handle(editItemsEndpoint, ({ actor, params, body }) => editItems(actor, params.projectId, body)),
  handle(undoItemEditEndpoint, ({ actor, params }) => undoEdit(actor, params.projectId, params.editId)),
  handle(itemFacetsEndpoint, ({ actor, params }) => getItemFacets(actor, params.projectId)),
  handle(openPreparedEndpoint, ({ actor, params }) => openPrepared(actor, params.projectId)),
  handle(listItemViewsEndpoint, ({ actor, params }) => listViews(actor, params.projectId)),
  handle(saveItemViewEndpoint, ({ actor, params, body }) => saveView(actor, params.projectId, body)),
  handle(deleteItemViewEndpoint, ({ actor, params }) => deleteView(actor, params)),
  handle(changeItemViewEndpoint, ({ actor, params, body }) => changeView(actor, params, body)),
]
