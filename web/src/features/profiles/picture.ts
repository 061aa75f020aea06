import { useEffect, useState } from 'react'
import { type Crop, type Size, sideOf } from './crop.ts'

/** Twice what the server keeps, so that nothing is lost on a fine screen. */
const sentPixels = 1024

export interface Picture {
  address: string
  image: HTMLImageElement
  size: Size
}

/** A chosen file as a picture: null while it is being opened, 'damaged' when it is none. */
export function usePicture(file: File | null): Picture | 'damaged' | null {
  const [opened, setOpened] = useState<{ file: File; picture: Picture | 'damaged' } | null>(null)
  useEffect(() => {
    if (!file) return
    const address = URL.createObjectURL(file)
    const image = new Image()
    let isWanted = true
    const tell = (picture: Picture | 'damaged') => isWanted && setOpened({ file, picture })
    image.src = address
    image.decode().then(
      () => tell({ address, image, size: { width: image.naturalWidth, height: image.naturalHeight } }),
      () => tell('damaged'),
    )
    return () => {
      isWanted = false
      setOpened(null)
      URL.revokeObjectURL(address)
    }
  }, [file])
  return opened && opened.file === file ? opened.picture : null
}

/** The square as a file of its own. The browser has turned the picture the right way up already. */
export async function cutOut({ image, size }: Picture, crop: Crop): Promise<File> {
  const side = sideOf(size, crop.zoom)
  const pixels = Math.max(1, Math.min(sentPixels, Math.round(side)))
  const canvas = document.createElement('canvas')
  canvas.width = pixels
  canvas.height = pixels
  const context = canvas.getContext('2d')
  context?.drawImage(image, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, pixels, pixels)
  // A browser that can't write WebP writes PNG instead; the server takes both.
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92))
  if (!content) throw new Error('The picture could not be cut')
  return new File([content], 'photo', { type: content.type })
}
