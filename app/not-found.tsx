import { NothingHere } from '@/components/shell/nothing-here'

export const metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <main id="main" className="p-4">
      <NothingHere why="missing" />
    </main>
  )
}
