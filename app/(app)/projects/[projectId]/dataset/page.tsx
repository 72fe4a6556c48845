import { DatasetView } from '@/components/gold/dataset/dataset-view'
import { datasetQuerySchema } from '@/lib/gold/dataset/contract'
import { getDataset } from '@/lib/gold/dataset/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Dataset' }

export default async function DatasetPage({ params, searchParams }: PageProps<'/projects/[projectId]/dataset'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/dataset`, await searchParams)
  const query = pageQuery(datasetQuerySchema, await searchParams)
  return <DatasetView data={await pageData(getDataset(actor, projectId, query))} />
}
