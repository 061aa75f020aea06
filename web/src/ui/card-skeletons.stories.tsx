import { CardSkeletons } from './card-skeletons.tsx'

export default { component: CardSkeletons }

export const ThreeCards = {}
export const OneCard = () => <CardSkeletons count={1} />
