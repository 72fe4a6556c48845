import { NothingHere } from '@/components/shell/nothing-here'

export const metadata = { title: 'Not found' }

export default function NotFound() {
  return <NothingHere why="missing" />
}
