// A map of where an account was used from: drawn here, from outlines that come with the page.
import { type ExtendedFeatureCollection, geoNaturalEarth1, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import atlas from 'world-atlas/countries-110m.json'
import styles from './incident.module.css'
import { type Mark, placeLabels } from './map-labels.ts'
import type { Place } from './places.ts'

const WIDTH = 960
const HEIGHT = 440
/** Two towns of one country must not fill the picture: one would not know where on earth it is. */
const LEAST_DEGREES = { longitude: 64, latitude: 30 }
/** Of the names, wide and narrow (incident.module.css). */
const FONT_SIZES = { wide: 15, narrow: 32 }

const land = feature(atlas as never, atlas.objects.countries as never) as unknown as ExtendedFeatureCollection

type Point = [longitude: number, latitude: number]
type Placed = Place & { at: Point }

export default function WorldMap({ places }: { places: Place[] }) {
  const placed = places.filter((place): place is Placed => place.at !== null)
  const projection = geoNaturalEarth1().fitExtent(
    [
      [50, 36],
      [WIDTH - 50, HEIGHT - 36],
    ],
    { type: 'MultiPoint', coordinates: frame(placed.map(({ at }) => at)) },
  )
  const draw = geoPath(projection)
  const home = placed.find(({ actor }) => actor === 'user')
  const foreign = placed.filter(({ actor }) => actor === 'attacker')
  const at = (place: Placed) => projection(place.at) ?? [0, 0]
  const marks = placed.map(place => markOf(place, at(place)))
  const words = placed.map(({ name, actor }) => `${name} (${actor})`).join('; ')
  return (
    <svg className={styles.map} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Map: ${words}`}>
      {land.features.map((country, index) => (
        <path key={country.id ?? `country ${index}`} d={draw(country) ?? ''} className={styles.land} />
      ))}
      {home &&
        foreign.map(({ key, at }) => (
          <path
            key={key}
            className={styles.path}
            d={draw({ type: 'LineString', coordinates: [home.at, at] }) ?? ''}
          />
        ))}
      {/* The attacker's come first in the list, and last here: they lie on top. */}
      {placed.toReversed().map(place => (
        <Marker key={place.key} actor={place.actor} at={at(place)} />
      ))}
      {(['wide', 'narrow'] as const).map(screen =>
        placeLabels(marks, { width: WIDTH, fontSize: FONT_SIZES[screen] }).map(
          ({ key, words: name, x, y, anchor }) => (
            <text
              key={`${screen} ${key}`}
              x={x}
              y={y}
              textAnchor={anchor}
              className={`${styles.label} ${styles[screen]}`}
            >
              {name}
            </text>
          ),
        ),
      )}
    </svg>
  )
}

const Marker = ({ actor, at: [x, y] }: { actor: Place['actor']; at: [number, number] }) =>
  actor === 'attacker' ? (
    <path d={`M${x},${y - 11}l11,11l-11,11l-11,-11z`} className={styles.byAttacker} />
  ) : (
    <circle cx={x} cy={y} r={8} className={styles.byUser} />
  )

const markOf = ({ key, actor, name }: Placed, [x, y]: [number, number]): Mark => ({
  key,
  words: name.split(',', 1)[0] ?? '',
  x,
  y,
  prefers: actor === 'attacker' ? 'above' : 'below',
})

/** The corners of what is to be seen: all points, and enough around them. */
function frame(points: Point[]): Point[] {
  const span = (values: number[], least: number, most: number): [number, number] => {
    const [low, high] = [Math.min(...values), Math.max(...values)]
    const more = Math.max(0, least - (high - low)) / 2
    return [Math.max(-most, low - more), Math.min(most, high + more)]
  }
  const [west, east] = span(
    points.map(([longitude]) => longitude),
    LEAST_DEGREES.longitude,
    175,
  )
  const [south, north] = span(
    points.map(([, latitude]) => latitude),
    LEAST_DEGREES.latitude,
    80,
  )
  return [
    [west, south],
    [west, north],
    [east, south],
    [east, north],
  ]
}
