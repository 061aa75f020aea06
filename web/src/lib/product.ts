export const PRODUCT_NAME = 'Tendwell'
export const TAGLINE = 'Where Luxury Meets Care'
