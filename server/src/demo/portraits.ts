import { personas } from '@dicebear/collection'
import { createAvatar } from '@dicebear/core'
import sharp from 'sharp'

const SIZE_PX = 384

/** Excludes looks that do not suit a caregiver, such as sunglasses and pacifiers. */
const WOMAN = {
  hair: ['long', 'bobCut', 'bobBangs', 'straightBun', 'curly', 'extraLong'] as const,
  facialHairProbability: 0,
}
const MAN = {
  hair: ['shortCombover', 'fade', 'buzzcut', 'sideShave'] as const,
  facialHair: ['beardMustache', 'shadow'] as const,
  facialHairProbability: 40,
}

/** Skin and hair colors by tone, from 0 (fair) to 2 (dark). */
const TONES = [
  { skin: ['eeb4a4', 'e7a391', 'e5a07e'], hair: ['6c4545', 'a0703c', '5a3825', '3b2a20'] },
  { skin: ['d78774', 'c98a63', 'b97a56'], hair: ['2b1d17', '3b2a20', '1c2b26'] },
  { skin: ['92594b', '7a4a3a', '623d36'], hair: ['1c1512', '2b1d17'] },
] as const

const CLOTHES = ['1F5D46', 'A97C2F', 'A8431F', '3B4A44', '55645D']
const BACKGROUNDS = ['F1EADD', 'DDE8DF', 'F3E7CC', 'F7E3DA']

export type Tone = 0 | 1 | 2

/**
 * Draws a portrait, always the same for the same name: a remix of "Personas by Draftbit" (CC BY 4.0).
 * @returns a square WebP picture
 */
export async function drawPortrait(name: string, look: { isMan: boolean; tone: Tone }): Promise<Buffer> {
  const { skin, hair } = TONES[look.tone]
  const drawing = createAvatar(personas, {
    seed: name,
    ...(look.isMan
      ? { ...MAN, hair: [...MAN.hair], facialHair: [...MAN.facialHair] }
      : { ...WOMAN, hair: [...WOMAN.hair] }),
    eyes: ['open', 'happy'],
    mouth: ['smile', 'bigSmile'],
    nose: ['smallRound', 'mediumRound'],
    body: ['rounded', 'squared', 'small'],
    skinColor: [...skin],
    hairColor: [...hair],
    clothingColor: CLOTHES,
    backgroundColor: BACKGROUNDS,
  })
  // The renderer does not support the drawing's blend mode; a low opacity comes closest.
  const svg = drawing.toString().replaceAll(/style="mix-blend-mode:overlay" opacity="[^"]*"/g, 'opacity=".1"')
  return sharp(Buffer.from(svg), { density: 600 }).resize(SIZE_PX, SIZE_PX).webp({ quality: 86 }).toBuffer()
}
