/** Three times as many dots as units of the drawing: some 300 to an inch at the width of a page. */
const DOTS = 3

/** Draws the SVG at this address and saves it as a PNG. @throws where it cannot be fetched or drawn. */
export async function savePng(href: string, name: string): Promise<void> {
  const image = new Image()
  image.src = href
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth * DOTS
  canvas.height = image.naturalHeight * DOTS
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('The picture could not be drawn.')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
