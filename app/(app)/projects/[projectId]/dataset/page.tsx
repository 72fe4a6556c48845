import { DatasetView } from '@/components/dataset/dataset-view'
import { datasetQuerySchema } from '@/lib/dataset/contract'
import { getDataset } from '@/lib/dataset/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData, pageQuery } from '@/lib/server/page-data'

export const metadata = { title: 'Dataset' }

export default async function DatasetPage({ params, searchParams }: PageProps<'/projects/[projectId]/dataset'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/dataset`, await searchParams)
  const query = pageQuery(datasetQuerySchema, await searchParams)
  return <DatasetView data={await pageData(getDataset(actor, projectId, query))} />
}
