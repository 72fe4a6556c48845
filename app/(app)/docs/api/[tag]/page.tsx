import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { apiReference } from '@/app/api/api-document'
import { ApiTag } from '@/components/platform/api-reference/api-tag'

type Props = PageProps<'/docs/api/[tag]'>

const find = async ({ params }: Props) => {
  const { tag } = await params
  return apiReference().find(({ slug }) => slug === tag)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const tag = await find(props)
  return { title: tag ? `HTTP interface: ${tag.name}` : 'HTTP interface' }
}

export default async function ApiTagPage(props: Props) {
  const tag = await find(props)
  return tag ? <ApiTag tag={tag} /> : notFound()
}
