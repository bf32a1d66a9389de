const longestSide = 1920
const quality = 0.85

/**
 * Returns a picture as the pages show it: upright, no larger than needed, and without the camera's metadata. A picture
 * that can't be decoded here is returned unchanged, for the server to judge.
 */
export const smallerPicture = async (file: Blob): Promise<Blob> => {
  try {
    const drawn = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, longestSide / Math.max(drawn.width, drawn.height))
    const canvas = new OffscreenCanvas(Math.round(drawn.width * scale), Math.round(drawn.height * scale))
    canvas.getContext('2d')?.drawImage(drawn, 0, 0, canvas.width, canvas.height)
    drawn.close()
    // PNG keeps a drawing with few colors sharp.
    const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
    const made = await canvas.convertToBlob({ type, quality })
    return made.type === type ? made : file
  } catch {
    return file
  }
}
