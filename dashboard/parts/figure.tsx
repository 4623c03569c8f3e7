// A chart in its frame: loaded when first needed, with its numbers as a table for whoever cannot or will not read it.
import { Box, Button, Card, Collapse, Group, Loader, Table, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, Suspense, useId } from 'react'

interface FigureProps {
  title: string
  description: string
  /** The chart, lazily loaded. */
  children: ReactNode
  heading: string[]
  rows: { key: string; cells: ReactNode[] }[]
}

const HEIGHT = 220

export function Figure({ title, description, children, heading, rows }: FigureProps) {
  const [isOpen, { toggle }] = useDisclosure()
  const id = useId()
  return (
    <Card withBorder padding="md" component="section" aria-label={title}>
      <Group justify="space-between" align="flex-start" mb="sm">
        <Box flex="1 1 220px">
          <Title order={2} size="h5">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        </Box>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          className="no-print"
        >
          {isOpen ? 'Hide numbers' : 'Show numbers'}
        </Button>
      </Group>
      <Box mih={HEIGHT} role="img" aria-label={`Chart: ${title}. The numbers are in the table below it.`}>
        <Suspense fallback={<Loader size="sm" role="status" aria-label="Loading the chart" />}>
          {children}
        </Suspense>
      </Box>
      <Box id={id}>
        <Collapse expanded={isOpen}>
          <Table.ScrollContainer minWidth={260} type="native">
            <Table aria-label={`${title}: the numbers`} fz="sm" mt="sm">
              <Table.Thead>
                <Table.Tr>
                  {heading.map((word, index) => (
                    <Table.Th key={word} ta={index ? 'right' : 'left'}>
                      {word}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(({ key, cells }) => (
                  <Table.Tr key={key}>
                    {cells.map((cell, index) => (
                      <Table.Td key={heading[index]} ta={index ? 'right' : 'left'}>
                        {cell}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Collapse>
      </Box>
    </Card>
  )
}
