import { openPeeps } from '@dicebear/collection'
import { createAvatar } from '@dicebear/core'
import sharp from 'sharp'
import type { Deps } from '../../deps.ts'
import { keepFiles, toContent } from '../../features/files/index.ts'
import { setAvatar } from '../../features/people/index.ts'

const SIZE_PX = 384
const INK = '#1C2B26'

/** Skin colors and hair by tone, from 0 (fair) to 2 (dark). */
const TONES = [
  {
    skin: ['f4d0b0', 'efc4a0', 'e8b892'],
    women: [
      'bangs2', 'bun', 'bun2', 'medium1', 'mediumBangs', 'mediumBangs2', 'mediumStraight', 'long',
      'grayMedium',
    ],
    men: ['short1', 'short2', 'short4', 'short5', 'pomp', 'grayShort'],
  },
  {
    skin: ['e0a679', 'd3966a', 'c98a5e'],
    women: [
      'bangs', 'bun2', 'long', 'longBangs', 'longCurly', 'medium2', 'medium3', 'mediumBangs3',
      'mediumStraight',
    ],
    men: ['short1', 'short3', 'short4', 'short5', 'pomp'],
  },
  {
    skin: ['a5683f', '965b38', '865133'],
    women: ['afro', 'bantuKnots', 'bun', 'cornrows', 'dreads1', 'longCurly', 'twists'],
    men: ['flatTop', 'shaved2', 'short4', 'twists2'],
  },
] as const // biome-ignore format: lists to read across

const HAIR_COLORS = ['2c1b18', '4a312c', '724133', 'a55728']
const CLOTHES = ['1F5D46', 'A97C2F', 'A8431F', '55645D', 'DDE8DF', 'F3E7CC']
const BACKGROUNDS = ['F1EADD', 'DDE8DF', 'F3E7CC', 'F7E3DA']

export type Look = { isMan?: boolean; hasHijab?: boolean; tone: 0 | 1 | 2 }

/**
 * Draws a portrait, always the same for the same name: "Open Peeps" by Pablo Stanley (CC0), outlined in the
 * ink of our drawn scenes.
 * @returns a square WebP picture
 */
async function drawPortrait(name: string, look: Look): Promise<Buffer> {
  const { isMan = false, hasHijab = false, tone } = look
  const { skin, women, men } = TONES[tone]
  const drawing = createAvatar(openPeeps, {
    seed: name,
    head: hasHijab ? ['hijab'] : [...(isMan ? men : women)],
    face: ['smile', 'calm', 'cute', 'eatingHappy'],
    facialHair: ['full', 'full2', 'goatee1', 'chin'],
    facialHairProbability: isMan ? 40 : 0,
    accessories: ['glasses', 'glasses2', 'glasses3'],
    accessoriesProbability: 15,
    maskProbability: 0,
    skinColor: [...skin],
    headContrastColor: hasHijab ? CLOTHES : HAIR_COLORS,
    clothingColor: CLOTHES,
    backgroundColor: BACKGROUNDS,
  })
  // The drawing's black lines.
  const svg = drawing.toString().replaceAll(/#000(000)?\b/g, INK)
  return sharp(Buffer.from(svg), { density: 600 }).resize(SIZE_PX, SIZE_PX).webp({ quality: 86 }).toBuffer()
}

/** Draws a portrait and makes it the user's avatar. */
export async function addPortrait(deps: Deps, userId: number, name: string, look: Look): Promise<void> {
  const avatar = {
    kind: 'avatar',
    content: toContent(await drawPortrait(name, look)),
    contentType: 'image/webp',
    originalName: 'portrait.webp',
  } as const
  await keepFiles(deps, userId, { avatar }, async (transaction, fileIds) => {
    await setAvatar(transaction, userId, fileIds.avatar)
    return []
  })
}
